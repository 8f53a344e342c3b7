// Indices that are mapped back into the image at its edges: by conditions, by helper functions, by a remainder.
#include "nests/symbols.h"
#include "origin.h"

#include <clang/AST/Decl.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

const clang::Stmt* only_statement(const clang::Stmt* statement) {
  const auto* const block = clang::dyn_cast_or_null<clang::CompoundStmt>(statement);
  return block && block->size() == 1 ? block->body_front() : statement;
}

}  // namespace

// A comparison of integers as a polynomial that is >= 0 if it holds.
std::optional<Poly> Symbols::comparison(const clang::Expr& condition, bool truth, const Around& around) {
  const auto* const binary = dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
  if (!binary || !binary->isRelationalOp() || !binary->getLHS()->getType()->isIntegralOrEnumerationType()) return {};
  // As unsigned numbers, negative ones are large.
  if (binary->getLHS()->getType()->isUnsignedIntegerType()) return {};
  const Poly left = of(*binary->getLHS(), around), right = of(*binary->getRHS(), around);
  const clang::BinaryOperatorKind kind =
      truth ? binary->getOpcode() : clang::BinaryOperator::negateComparisonOp(binary->getOpcode());
  switch (kind) {
    case clang::BO_LT:
      return right - left - 1;
    case clang::BO_LE:
      return right - left;
    case clang::BO_GT:
      return left - right - 1;
    default:
      return left - right;
  }
}

void Symbols::facts(const clang::Expr& condition, bool truth, const Around& around, std::vector<Poly>& at_least_zero,
                    std::vector<Poly>& not_zero) {
  const clang::Expr* const bare = condition.IgnoreParenImpCasts();
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) {
    if (unary->getOpcode() == clang::UO_LNot) facts(*unary->getSubExpr(), !truth, around, at_least_zero, not_zero);
    return;
  }
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (binary && binary->isLogicalOp()) {
    if ((binary->getOpcode() == clang::BO_LAnd) != truth) return;
    facts(*binary->getLHS(), truth, around, at_least_zero, not_zero);
    facts(*binary->getRHS(), truth, around, at_least_zero, not_zero);
  } else if (binary && binary->isEqualityOp() && binary->getLHS()->getType()->isIntegralOrEnumerationType()) {
    const Poly difference = of(*binary->getLHS(), around) - of(*binary->getRHS(), around);
    if (!is_usable(difference, around)) return;
    if ((binary->getOpcode() == clang::BO_EQ) != truth) return not_zero.push_back(difference);
    at_least_zero.push_back(difference);
    at_least_zero.push_back(Poly(0) - difference);
  } else if (binary && truth && binary->getOpcode() == clang::BO_LT &&
             binary->getLHS()->getType()->isUnsignedIntegerType()) {
    // `(unsigned)i < (unsigned)width`: a negative index would be a large number.
    const Poly index = of(*binary->getLHS(), around), extent = of(*binary->getRHS(), around);
    if (!is_bound_only(extent) || !is_usable(index, around)) return;
    at_least_zero.push_back(index);
    at_least_zero.push_back(extent - index - 1);
  } else if (const auto fact = comparison(*bare, truth, around); fact && is_usable(*fact, around)) {
    at_least_zero.push_back(*fact);
  }
}

// An index before it is mapped back.
Poly Symbols::straightened(const Poly& poly) const {
  const auto atom = poly.atom();
  return atom && at(*atom).kind == Symbol::Kind::bent ? at(*atom).inner : poly;
}

bool Symbols::is_bound_only(const Poly& poly) const {
  return std::ranges::all_of(poly.terms(), [&](const auto& term) {
    return std::ranges::all_of(term.first, [&](Atom atom) {
      const Symbol& symbol = at(atom);
      return symbol.kind == Symbol::Kind::variable && symbol.is_steady && !is_pixel_variable(*symbol.variable);
    });
  });
}

std::optional<Poly> Symbols::bent(const Poly& value, Border border, bool is_below, const Poly& extent) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::bent;
  symbol.border = border;
  symbol.inner = straightened(value);
  if (const auto atom = value.atom(); atom && at(*atom).kind == Symbol::Kind::bent) {
    if (at(*atom).border != border) return {};
    symbol = at(*atom);
  }
  if (!is_below && symbol.is_bent_above && !(symbol.extent == extent)) return {};
  (is_below ? symbol.is_bent_below : symbol.is_bent_above) = true;
  if (!is_below) symbol.extent = extent;
  if (border == Border::reflect) symbol.reach = 1;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& known = symbols_[i];
    if (known.kind == Symbol::Kind::bent && known.inner == symbol.inner && known.extent == symbol.extent &&
        known.border == border && known.reach == symbol.reach && known.is_bent_below == symbol.is_bent_below &&
        known.is_bent_above == symbol.is_bent_above)
      return Poly::of(static_cast<Atom>(i));
  }
  return Poly::of(add(std::move(symbol)));
}

// `condition ? yes : no` if that is a minimum, a maximum, or a reflection at an edge.
std::optional<Poly> Symbols::of_choice(const clang::Expr& condition, const Poly& yes, const Poly& no,
                                       const Around& around) {
  const auto fact = comparison(condition, true, around);
  if (!fact) return {};
  for (const Poly& a : {yes, straightened(yes)})
    for (const Poly& b : {no, straightened(no)}) {
      const Poly difference = b - a;
      const bool is_minimum = *fact == difference || *fact == difference - 1;
      const bool is_maximum = *fact == Poly(0) - difference || *fact == Poly(0) - difference - 1;
      if (!is_minimum && !is_maximum) continue;
      const bool is_yes_bound = is_bound_only(yes), is_no_bound = is_bound_only(no);
      if (is_yes_bound == is_no_bound) return {};
      const Poly& bound = is_yes_bound ? yes : no;
      const Poly& value = is_yes_bound ? no : yes;
      if (is_maximum) return bound == Poly(0) ? bent(value, Border::nearest, true, 0) : std::nullopt;
      return bent(value, Border::nearest, false, bound + 1);
    }
  const Poly index = straightened(no);
  if (yes == Poly(-1) - no && (*fact == Poly(-1) - no || *fact == Poly(-1) - index))
    return bent(no, Border::reflect, true, 0);
  const Poly extent = *fact * Poly(-1) + no;  // for `no >= extent`
  if (is_bound_only(extent) && yes == extent * Poly(2) - 1 - no) return bent(no, Border::reflect, false, extent);
  return {};
}

// `(index + extent) % extent`.
std::optional<Poly> Symbols::of_remainder(const Poly& value, const Poly& by) {
  const auto extent = by.atom();
  if (!extent || !is_bound_only(by)) return {};
  const auto times = value.factor_of(*extent).number();
  if (!times || *times < 0 || *times > 1) return {};
  const Poly index = value - by * *times;
  const auto above = bent(index, Border::wrap, false, by);
  const auto both = *times == 1 && above ? bent(*above, Border::wrap, true, by) : above;
  // Adding one extent is enough for two pixels before the first, at any size; a remainder of a remainder is enough for
  // all.
  const auto known = index.atom();
  const bool is_second = known && at(*known).kind == Symbol::Kind::bent;
  if (*times == 1 && both && !is_second) symbols_[static_cast<std::size_t>(*both->atom())].reach = 2;
  return both;
}

// A helper that consists only of `if (...) return ...;` statements and a `return`.
std::optional<Poly> Symbols::of_call(const clang::CallExpr& call, const Around& around) {
  const clang::FunctionDecl* const callee = call.getDirectCallee();
  const clang::FunctionDecl* const helper = callee ? own_definition(*callee) : nullptr;
  const auto* const body = helper ? dyn_cast<clang::CompoundStmt>(helper->getBody()) : nullptr;
  if (!body || body->body_empty() || helper->getNumParams() != call.getNumArgs()) return {};
  const Variables inner(*helper);
  std::map<const clang::VarDecl*, Poly> given;
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const clang::ParmVarDecl& parameter = *helper->getParamDecl(i);
    if (!parameter.getType()->isIntegerType() || !inner.writes(parameter).empty()) return {};
    given[&parameter] = of(*call.getArg(i), around);
  }
  const auto returned = [&](const clang::Stmt* statement) -> std::optional<Poly> {
    const auto* const end = clang::dyn_cast_or_null<clang::ReturnStmt>(only_statement(statement));
    if (!end || !end->getRetValue()) return {};
    return of(*end->getRetValue(), around);
  };
  std::swap(given_, given);
  std::optional<Poly> value = returned(body->body_back());
  for (auto place = body->body_rbegin() + 1; value && place != body->body_rend(); ++place) {
    const auto* const choice = dyn_cast<clang::IfStmt>(*place);
    const auto early = choice && !choice->getElse() ? returned(choice->getThen()) : std::nullopt;
    value = early ? of_choice(*choice->getCond(), *early, *value, around) : std::nullopt;
  }
  std::swap(given_, given);
  return value;
}

}  // namespace preamar::convert
