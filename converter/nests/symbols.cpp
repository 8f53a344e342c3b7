#include "nests/symbols.h"

#include "origin.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

bool is_wide_enough(clang::QualType type, const clang::ASTContext& context) {
  return type->isIntegralOrEnumerationType() && !type->isBooleanType() && context.getIntWidth(type) >= 32;
}

}  // namespace

Atom Symbols::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return static_cast<Atom>(symbols_.size()) - 1;
}

Atom Symbols::atom_of(const clang::VarDecl& variable) {
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    if (symbols_[i].kind == Symbol::Kind::variable && symbols_[i].variable == &variable) return static_cast<Atom>(i);
  Symbol symbol;
  symbol.variable = &variable;
  symbol.is_steady =
      is_pixel_variable(variable) || (clang::isa<clang::ParmVarDecl>(variable) && variables_.writes(variable).empty() &&
                                      !variables_.is_address_taken(variable));
  return add(std::move(symbol));
}

Poly Symbols::of(const clang::Expr& expression, const Around& around) {
  if (--patience_ < 0 || depth_ > 40 || expression.isValueDependent()) return this->expression(expression, around);
  ++depth_;
  Poly value = of_value(expression, around);
  --depth_;
  return value.is_too_much() ? this->expression(expression, around) : value;
}

Poly Symbols::of_value(const clang::Expr& expression, const Around& around) {
  clang::Expr::EvalResult result;
  if (expression.getType()->isIntegralOrEnumerationType() && expression.EvaluateAsInt(result, context_) &&
      result.Val.getInt().isRepresentableByInt64())
    return result.Val.getInt().getExtValue();
  const clang::Expr* const bare = expression.IgnoreParens();
  if (const auto* const cast = dyn_cast<clang::CastExpr>(bare)) {
    const clang::Expr& inner = *cast->getSubExpr();
    const bool is_kept = cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp ||
                         (cast->getCastKind() == clang::CK_IntegralCast && is_wide_enough(cast->getType(), context_));
    return is_kept ? of(inner, around) : this->expression(expression, around);
  }
  if (const clang::VarDecl* const variable = named_by(bare)) return of(*variable, around, bare->getBeginLoc());
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) {
    if (unary->getOpcode() == clang::UO_Minus) return Poly(0) - of(*unary->getSubExpr(), around);
    if (unary->getOpcode() == clang::UO_Plus) return of(*unary->getSubExpr(), around);
  } else if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(bare)) {
    const Poly yes = of(*choice->getTrueExpr(), around), no = of(*choice->getFalseExpr(), around);
    if (const auto value = of_choice(*choice->getCond(), yes, no, around)) return *value;
  } else if (const auto* const call = dyn_cast<clang::CallExpr>(bare)) {
    if (const auto value = of_call(*call, around)) return *value;
  } else if (const auto* const binary = dyn_cast<clang::BinaryOperator>(bare)) {
    if (is_wide_enough(binary->getType(), context_)) return of_operator(*binary, around);
  }
  return this->expression(*bare, around);
}

Poly Symbols::of_operator(const clang::BinaryOperator& binary, const Around& around) {
  if (!binary.isAdditiveOp() && !binary.isMultiplicativeOp() && !binary.isShiftOp()) return expression(binary, around);
  const Poly left = of(*binary.getLHS(), around), right = of(*binary.getRHS(), around);
  if (left.is_too_much() || right.is_too_much()) return expression(binary, around);
  switch (binary.getOpcode()) {
    case clang::BO_Add:
      return left + right;
    case clang::BO_Sub:
      return left - right;
    case clang::BO_Mul:
      return left * right;
    case clang::BO_Shl:
      if (const auto bits = right.number(); bits && *bits >= 0 && *bits < 20) return left * (std::int64_t{1} << *bits);
      break;
    case clang::BO_Rem:
      if (const auto value = of_remainder(left, right)) return *value;
      break;
    default:
      break;
  }
  return expression(binary, around);
}

Poly Symbols::of(const clang::VarDecl& variable, const Around& around, clang::SourceLocation used) {
  if (const auto given = given_.find(&variable); given != given_.end()) return given->second;
  if (is_pixel_variable(variable) || clang::isa<clang::ParmVarDecl>(variable)) return Poly::of(atom_of(variable));
  if (const auto turn = of_turn(variable, around)) return *turn;
  if (!variables_.is_address_taken(variable) && asked_.insert(&variable).second) {
    const auto value = of_writes(variable, around, used);
    asked_.erase(&variable);
    if (value) return *value;
  }
  return Poly::of(atom_of(variable));
}

const clang::ForStmt* Symbols::loop_of(const clang::VarDecl& variable, const Around& around) const {
  for (std::size_t depth = around.size(); depth-- > 0;) {
    const auto* const loop = dyn_cast<clang::ForStmt>(around[depth]);
    const bool is_before = depth + 1 < around.size() && loop && around[depth + 1] == loop->getInit();
    if (loop && !is_before && read_loop(*loop).variable == &variable) return loop;
  }
  return nullptr;
}

// The variable of a loop inside the iteration of a pixel, with the bounds of the loop.
std::optional<Poly> Symbols::of_turn(const clang::VarDecl& variable, const Around& around) {
  const clang::ForStmt* const loop = loop_of(variable, around);
  if (!loop || variables_.is_address_taken(variable) || variables_.changes_in(variable, *loop->getBody())) return {};
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    if (symbols_[i].kind == Symbol::Kind::turn && symbols_[i].loops.contains(loop) && symbols_[i].variable == &variable)
      return symbols_[i].base + Poly::of(static_cast<Atom>(i));
  const Loop parts = read_loop(*loop);
  if (!parts.start || !parts.bound || !asked_.insert(&variable).second) return {};
  const Around outside(around.begin(), std::ranges::find(around, loop));
  Poly start = of(*parts.start, outside), bound = of(*parts.bound, outside);
  asked_.erase(&variable);
  Symbol symbol;
  symbol.kind = Symbol::Kind::turn;
  symbol.variable = &variable;
  symbol.loops.insert(loop);
  for (const clang::VarDecl* const pixel : pixel_variables_) {
    const Atom atom = atom_of(*pixel);
    if (start.factor_of(atom) == Poly(1) && bound.factor_of(atom) == Poly(1)) symbol.base = Poly::of(atom);
  }
  start = start - symbol.base;
  bound = bound - symbol.base;
  const bool is_included = parts.relation == clang::BO_LE || parts.relation == clang::BO_GE;
  const auto step = parts.step ? ranges_.constant(*parts.step, outside) : 1;
  const bool is_upwards = parts.relation == clang::BO_LT || parts.relation == clang::BO_LE;
  const bool is_led_to_end = parts.relation == clang::BO_NE || is_upwards == parts.is_rising;
  if (step && *step > 0 && is_led_to_end && is_usable(start, outside) && is_usable(bound, outside)) {
    symbol.low = parts.is_rising ? start : bound + (is_included ? 0 : 1);
    symbol.high = parts.is_rising ? bound - (is_included ? 0 : 1) : start;
  }
  const Poly base = symbol.base;
  return base + Poly::of(add(std::move(symbol)));
}

// A variable with one value, or a variable that conditions afterwards map back into the image.
std::optional<Poly> Symbols::of_writes(const clang::VarDecl& variable, const Around& around,
                                       clang::SourceLocation used) {
  if (variable.hasGlobalStorage()) {
    const clang::Expr* const value = variable.getAnyInitializer();
    if (!value || !variable.getType().isConstQualified()) return {};
    return of(*value, {});
  }
  const std::vector<Write>& writes = variables_.writes(variable);
  if (writes.empty() || !writes.front().value || !is_wide_enough(variable.getType(), context_)) return {};
  const std::size_t scope = writes.front().around.size();
  Poly value = of(*writes.front().value, writes.front().around);
  if (writes.size() > 1 && (scope == 0 || !is_inside(around, writes.front().around.back()))) return {};
  for (std::size_t i = 1; i < writes.size(); ++i) {
    const Write& write = writes[i];
    if (!write.value || write.around.size() <= scope || write.around[scope - 1] != writes.front().around[scope - 1])
      return {};
    // Only `if`s may stand between it and the first write; the innermost decides, others are its `else`.
    const clang::IfStmt* choice = nullptr;
    for (std::size_t depth = scope; depth < write.around.size(); ++depth) {
      const clang::Stmt* const outer = write.around[depth];
      const clang::Stmt* const inner = depth + 1 < write.around.size() ? write.around[depth + 1] : write.at;
      if (clang::isa<clang::CompoundStmt>(outer)) continue;
      if (choice && choice->getElse() != outer) return {};
      choice = dyn_cast<clang::IfStmt>(outer);
      if (!choice || inner == choice->getCond()) return {};
    }
    const clang::SourceManager& sources = context_.getSourceManager();
    const bool is_seen = sources.isBeforeInTranslationUnit(write.at->getEndLoc(), used);
    const bool is_then = choice && (is_inside(write.around, choice->getThen()) || choice->getThen() == write.at);
    if (!choice || !is_then || !is_seen) return {};
    given_[&variable] = value;
    const Poly other = of(*write.value, write.around);
    const auto chosen = of_choice(*choice->getCond(), other, value, write.around);
    given_.erase(&variable);
    if (!chosen) return {};
    value = *chosen;
  }
  return is_usable(value, around) ? std::optional(value) : std::nullopt;
}

Poly Symbols::expression(const clang::Expr& expression, const Around& around) {
  llvm::FoldingSetNodeID id;
  expression.Profile(id, context_, true);
  Symbol symbol;
  symbol.kind = Symbol::Kind::expression;
  symbol.expression = &expression;
  walk(&expression, [&](const clang::Stmt& part, const Around&) {
    if (written_by(part) || clang::isa<clang::CallExpr>(part)) symbol.is_steady = false;
    const auto* const reference = dyn_cast<clang::DeclRefExpr>(&part);
    const auto* const variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!variable) return;
    if (const clang::ForStmt* const loop = loop_of(*variable, around); loop && !is_pixel_variable(*variable))
      symbol.loops.insert(loop);
    else if (!context_.getBaseElementType(variable->getType()).isConstQualified() && !is_pixel_variable(*variable) &&
             !(clang::isa<clang::ParmVarDecl>(variable) && !variable->getType()->isPointerType()))
      symbol.is_steady = false;
  });
  for (const auto& [known, atom] : expressions_)
    if (known == id && at(atom).loops == symbol.loops) return Poly::of(atom);
  if (expression.getType()->isIntegralOrEnumerationType()) {
    const Range range = ranges_.of(expression, around);
    if (range.low > -4096 && range.high < 4096) {
      symbol.low = range.low;
      symbol.high = range.high;
    }
  }
  const Atom atom = add(std::move(symbol));
  expressions_.emplace_back(id, atom);
  return Poly::of(atom);
}

bool Symbols::is_usable(const Poly& poly, const Around& around) const {
  for (const auto& [product, coefficient] : poly.terms())
    for (const Atom atom : product) {
      const Symbol& symbol = at(atom);
      if (!symbol.is_steady) return false;
      for (const clang::ForStmt* const loop : symbol.loops)
        if (!is_inside(around, loop)) return false;
      if (symbol.kind == Symbol::Kind::bent && !is_usable(symbol.inner, around)) return false;
    }
  return true;
}

// Replaces loop variables by their bounds, the innermost first, until a number remains.
std::optional<std::int64_t> Symbols::limit(Poly poly, bool is_low) const {
  for (int turn = 0; turn < 16; ++turn) {
    if (const auto number = poly.number()) return number;
    Atom last = -1;
    for (const auto& [product, coefficient] : poly.terms())
      if (product.size() == 1 && at(product.front()).low && at(product.front()).high) last = std::max(last, product[0]);
    if (last < 0) return {};
    const auto factor = poly.factor_of(last).number();
    if (!factor) return {};
    poly = poly.with(last, (*factor > 0) == is_low ? *at(last).low : *at(last).high);
    if (poly.is_too_much()) return {};
  }
  return {};
}

std::vector<const Symbol*> Symbols::counted_from_pixel() const {
  std::vector<const Symbol*> all;
  for (const Symbol& symbol : symbols_)
    if (symbol.kind == Symbol::Kind::turn && !(symbol.base == Poly())) all.push_back(&symbol);
  return all;
}

std::string Symbols::text(const Poly& poly) const {
  std::string all;
  const auto add_term = [&](std::int64_t coefficient, const std::string& product) {
    const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    all += all.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
    all += product.empty() ? std::to_string(size) : size == 1 ? product : std::to_string(size) + " * " + product;
  };
  for (const auto& [product, coefficient] : poly.terms()) {
    std::string words;
    for (const Atom atom : product) {
      const Symbol& symbol = at(atom);
      words += words.empty() ? "" : " * ";
      words += symbol.variable ? symbol.variable->getNameAsString() : text_of(*symbol.expression, context_);
    }
    if (!product.empty()) add_term(coefficient, words);
  }
  if (poly.constant() != 0 || all.empty()) add_term(poly.constant(), "");
  return all;
}

}  // namespace preamar::convert
