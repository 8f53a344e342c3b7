#include "checks/checks.h"
#include "checks/tree.h"
#include "checks/windows.h"
#include "origin.h"

#include <optional>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// `base + offset`, as far as it can be determined; base is null for a number.
struct Index {
  const clang::VarDecl* base;
  std::int64_t offset;
  friend bool operator==(const Index&, const Index&) = default;
};

class Aliases {
 public:
  Aliases(const Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : marked_(marked), context_(context), refusals_(refusals) {}

  void check(const clang::FunctionDecl& function) {
    if (function.getReturnType()->isPointerType())
      refusals_.add(function.getLocation(), "'" + function.getNameAsString() + "' returns a pointer",
                    "return the value itself");
    walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
      if (const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement))
        check_use(*reference, around);
      else if (const auto* const cast = dyn_cast<clang::CastExpr>(&statement))
        check_cast(*cast);
      else if (const auto* const call = dyn_cast<clang::CallExpr>(&statement))
        check_call(*call);
    });
  }

 private:
  void check_use(const clang::DeclRefExpr& reference, const Around& around) {
    const auto* const variable = dyn_cast<clang::VarDecl>(reference.getDecl());
    if (!variable) return;
    const Use use = use_of(reference, around);
    const auto* const parameter = dyn_cast<clang::ParmVarDecl>(variable);
    const auto window = parameter ? marked_.windows.find(parameter) : marked_.windows.end();
    if (window != marked_.windows.end()) {
      const auto* const call = clang::dyn_cast_or_null<clang::CallExpr>(use.parent);
      const clang::ParmVarDecl* const given = call ? parameter_given(*call, use.place) : nullptr;
      if (!given || !marked_.windows.contains(given))
        check_indexed(reference, use, static_cast<std::size_t>(window->second), "window", around);
    }
    if (window != marked_.windows.end()) return;
    if (variable == marked_.counters)
      check_indexed(reference, use, 1, "array of counters", around);
    else if (variable->hasGlobalStorage() && !variable->isStaticLocal())
      check_constant(*variable, reference, use);
  }

  // The window and the counters are parameters; on every target they are in different memory.
  void check_indexed(const clang::DeclRefExpr& reference, const Use& use, std::size_t indices, const std::string& what,
                     const Around& around) {
    const std::string name = reference.getDecl()->getNameAsString();
    const bool is_window = what == "window";
    const std::string form = name + (indices == 3 ? "[plane][row][column]" : indices == 2 ? "[row][column]" : "[e]");
    for (const clang::ArraySubscriptExpr* const subscript : use.subscripts)
      if (subscript->getLHS() != subscript->getBase())
        return refusals_.add(reference.getLocation(), "an index before '" + name + "'", "write " + form);
    const std::string why = ": it lies in memory of another kind on each target, so no pointer leads there";
    if (use.subscripts.size() != indices)
      return refusals_.add(reference.getLocation(),
                           "the " + what + " '" + name + "' is used without " +
                               (indices == 3   ? "three indices"
                                : indices == 2 ? "two indices"
                                               : "an index") +
                               why,
                           "write " + form +
                               (is_window ? "; hand single values to other functions, or the window by its name"
                                          : "; hand single values to other functions"));
    if (is_address_of(use.parent) && !is_atomic_argument(use, around))
      refusals_.add(reference.getLocation(), "the address of '" + text_of(*use.place, context_) + "' is taken" + why,
                    is_window ? "hand over the value" : "add to counters in this function");
  }

  void check_constant(const clang::VarDecl& variable, const clang::DeclRefExpr& reference, const Use& use) {
    const std::string name = "'" + variable.getNameAsString() + "'";
    const std::string why =
        ": constants of the file lie in memory of another kind on devices, so no pointer leads there";
    if (variable.getType()->isPointerType())
      refusals_.add(reference.getLocation(), "the global variable " + name + " is a pointer",
                    "make it an array with its values");
    else if (isa_and_present<clang::UnaryExprOrTypeTraitExpr>(use.parent))
      return;
    else if (is_address_of(use.parent))
      refusals_.add(reference.getLocation(), "the address of '" + text_of(*use.place, context_) + "' is taken" + why,
                    "hand over the value");
    else if (use.place->getType()->isArrayType())
      refusals_.add(reference.getLocation(), "'" + text_of(*use.place, context_) + "' is used without an index" + why,
                    "index it where it is used, or copy it into an array of the function first");
  }

  [[nodiscard]] static bool is_atomic_argument(const Use& use, const Around& around) {
    for (std::size_t depth = use.depth; depth-- > 0;) {
      if (isa<clang::ParenExpr>(around[depth]) || isa<clang::ImplicitCastExpr>(around[depth])) continue;
      const auto* const call = dyn_cast<clang::CallExpr>(around[depth]);
      const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
      return callee && is_atomic_add(*callee);
    }
    return false;
  }

  void check_cast(const clang::CastExpr& cast) {
    const clang::QualType from = cast.getSubExpr()->getType(), to = cast.getType();
    const clang::CastKind kind = cast.getCastKind();
    if (kind == clang::CK_IntegralToPointer || kind == clang::CK_PointerToIntegral)
      refusals_.add(cast.getBeginLoc(), "a conversion between a pointer and a number",
                    "keep an index, and the array it belongs to");
    else if (kind == clang::CK_BitCast && from->isPointerType() && to->isPointerType())
      refusals_.add(cast.getBeginLoc(),
                    "a conversion of a pointer from '" + from.getAsString() + "' to '" + to.getAsString() + "'",
                    "convert the values, one by one");
    else if (kind == clang::CK_NoOp && from->isPointerType() && to->isPointerType() &&
             from->getPointeeType().isConstQualified() && !to->getPointeeType().isConstQualified())
      refusals_.add(cast.getBeginLoc(), "a conversion that takes const from a pointer",
                    "copy the values, and change those");
  }

  void check_call(const clang::CallExpr& call) {
    const clang::FunctionDecl* const callee = call.getDirectCallee();
    if (!callee) return;
    const unsigned count = std::min(call.getNumArgs(), callee->getNumParams());
    for (unsigned second = 1; second < count; ++second)
      for (unsigned first = 0; first < second; ++first) check_pair(call, *callee, first, second);
  }

  void check_pair(const clang::CallExpr& call, const clang::FunctionDecl& callee, unsigned first, unsigned second) {
    const clang::QualType types[] = {callee.getParamDecl(first)->getType(), callee.getParamDecl(second)->getType()};
    for (const clang::QualType type : types)
      if (!type->isPointerType()) return;
    if (types[0]->getPointeeType().isConstQualified() && types[1]->getPointeeType().isConstQualified()) return;
    const clang::Expr* const arguments[] = {call.getArg(first), call.getArg(second)};
    const clang::VarDecl* const variable = bottom_of(arguments[0]);
    if (!variable || variable != bottom_of(arguments[1]) || are_apart(*arguments[0], *arguments[1])) return;
    refusals_.add(call.getBeginLoc(),
                  "'" + callee.getNameAsString() + "' is given '" + variable->getNameAsString() +
                      "' twice, and may write through one of the pointers what it reads through the other",
                  "hand over values, or two arrays; const before a pointer that is only read");
  }

  // `&v[i]` and `&v[i + 1]` do not overlap, nor do `&v.a` and `&v.b`.
  [[nodiscard]] bool are_apart(const clang::Expr& one, const clang::Expr& other) const {
    const clang::Expr* const places[] = {place_of(one), place_of(other)};
    if (!places[0] || !places[1]) return false;
    const auto *const a = dyn_cast<clang::ArraySubscriptExpr>(places[0]), *const b =
                                                                              dyn_cast<clang::ArraySubscriptExpr>(
                                                                                  places[1]);
    if (a && b) {
      const std::optional<Index> i = index_of(*a->getIdx()), j = index_of(*b->getIdx());
      const bool is_same_array = named_by(a->getBase()) && named_by(a->getBase()) == named_by(b->getBase());
      return is_same_array && i && j && i->base == j->base && i->offset != j->offset;
    }
    const auto *const m = dyn_cast<clang::MemberExpr>(places[0]), *const n = dyn_cast<clang::MemberExpr>(places[1]);
    return m && n && m->getMemberDecl() != n->getMemberDecl() && named_by(m->getBase()) == named_by(n->getBase());
  }

  [[nodiscard]] static const clang::Expr* place_of(const clang::Expr& argument) {
    const auto* const address = dyn_cast<clang::UnaryOperator>(argument.IgnoreParenImpCasts());
    return is_address_of(address) ? address->getSubExpr()->IgnoreParens() : nullptr;
  }

  [[nodiscard]] std::optional<Index> index_of(const clang::Expr& expression) const {
    clang::Expr::EvalResult value;
    if (expression.EvaluateAsInt(value, context_)) return Index{nullptr, value.Val.getInt().getExtValue()};
    if (const clang::VarDecl* const variable = named_by(&expression)) return Index{variable, 0};
    const auto* const sum = dyn_cast<clang::BinaryOperator>(expression.IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp() || !sum->getRHS()->EvaluateAsInt(value, context_)) return std::nullopt;
    std::optional<Index> index = index_of(*sum->getLHS());
    const std::int64_t offset = value.Val.getInt().getExtValue();
    if (index && std::abs(offset) < 1 << 30 && std::abs(index->offset) < 1 << 30)
      index->offset += sum->getOpcode() == clang::BO_Add ? offset : -offset;
    return index;
  }

  const Marked& marked_;
  clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

void check_aliases(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Aliases aliases(marked, context, refusals);
  for (const clang::FunctionDecl* const function : marked.functions) aliases.check(*function);
}

}  // namespace preamar::convert
