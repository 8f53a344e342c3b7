#include "checks/checks.h"
#include "checks/tree.h"
#include "origin.h"

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

class Writes {
 public:
  Writes(const Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : marked_(marked), context_(context), refusals_(refusals) {}

  void check(const clang::FunctionDecl& function) {
    for (const clang::ParmVarDecl* const parameter : function.parameters()) check_type(*parameter);
    walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) { check(statement, around); });
  }

 private:
  void check(const clang::Stmt& statement, const Around& around) {
    if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* const each : declaration->decls())
        if (const auto* const variable = dyn_cast<clang::VarDecl>(each)) check_declared(*variable);
    } else if (const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement)) {
      if (const auto* const variable = dyn_cast<clang::VarDecl>(reference->getDecl()))
        check_use(*variable, *reference, around);
    } else if (const auto* const call = dyn_cast<clang::CallExpr>(&statement)) {
      check_atomic_add(*call);
    } else if (isa<clang::AsmStmt>(statement)) {
      refusals_.add(statement.getBeginLoc(), "assembler text, which only one kind of processor understands",
                    "say it in C");
    } else if (isa<clang::AtomicExpr>(statement)) {
      refusals_.add(
          statement.getBeginLoc(), "an atomic operation: pixels share nothing that would need one",
          "use a plain variable of the function; the counters of a histogram are made atomic where they must be");
    }
  }

  void check_type(const clang::VarDecl& variable) {
    clang::QualType type = context_.getBaseElementType(variable.getType());
    while (type->isPointerType()) type = context_.getBaseElementType(type->getPointeeType());
    if (type.isVolatileQualified())
      refusals_.add(variable.getLocation(),
                    quoted(variable) + " is volatile, but nothing else looks at a pixel's variables",
                    "leave out volatile");
    if (type->isAtomicType())
      refusals_.add(variable.getLocation(),
                    quoted(variable) + " is atomic, but nothing else looks at a pixel's variables",
                    "leave out _Atomic");
  }

  void check_declared(const clang::VarDecl& variable) {
    check_type(variable);
    if (variable.isLocalVarDecl() && variable.hasGlobalStorage() && !variable.hasExternalStorage() &&
        !is_const(variable))
      refusals_.add(variable.getLocation(),
                    "the static variable " + quoted(variable) + " keeps its value from one pixel to the next, " +
                        "and pixels have no order",
                    "make it const if it never changes, or an ordinary variable if it need not last");
  }

  void check_use(const clang::VarDecl& variable, const clang::DeclRefExpr& reference, const Around& around) {
    const Use use = use_of(reference, around);
    const bool is_write = use.parent && written_by(*use.parent) &&
                          written_by(*use.parent)->IgnoreParenImpCasts() == use.place->IgnoreParenImpCasts();
    if (marked_.counters == &variable)
      check_counter(use, around);
    else if (is_write && is_window(variable))
      refusals_.add(reference.getLocation(), "a write to the window " + quoted(variable) + ": other pixels read it too",
                    "copy what you need into a variable, change that, and return the result");
    else if (marked_.bins == &variable && (is_write || is_address_of(use.parent)))
      refusals_.add(reference.getLocation(), "a write to " + quoted(variable) + ", the number of counters",
                    "copy it into a variable and change that");
    else if (variable.hasGlobalStorage() && !variable.isStaticLocal())
      check_global(variable, reference, is_write);
  }

  void check_global(const clang::VarDecl& variable, const clang::DeclRefExpr& reference, bool is_write) {
    const std::string name = "the global variable " + quoted(variable);
    if (is_write)
      refusals_.add(reference.getLocation(),
                    "a write to " + name + ": pixels are processed in parallel and in no order",
                    "return the value, or gather it by a reduction or a histogram");
    else if (!is_const(variable))
      refusals_.add(reference.getLocation(),
                    name + " is not const, so its value is not known when the code is converted",
                    "make it const, or hand it over in the struct of parameters");
    else if (!variable.getAnyInitializer())
      refusals_.add(reference.getLocation(), "the value of " + quoted(variable) + " is not in this file",
                    "define it here with its value, or hand it over in the struct of parameters");
  }

  // Allowed, as statements: `out[e]++`, `out[e] += v`, `out[e] -= v`, `atomicAdd(&out[e], v)`.
  void check_counter(const Use& use, const Around& around) {
    if (use.subscripts.size() != 1 || !use.parent) return;  // reported by check_aliases
    const std::string place = "'" + text_of(*use.place, context_) + "'";
    const clang::Stmt* change = use.parent;
    std::size_t depth = use.depth;
    if (is_address_of(change) && depth > 0) {
      while (depth > 0 && !isa<clang::CallExpr>(around[depth])) --depth;
      change = around[depth];
      if (!is_atomic_add(*change)) return;  // reported by check_aliases
    } else if (!is_addition(*change) || written_by(*change)->IgnoreParenImpCasts() != use.place) {
      const bool is_assignment = written_by(*change) && written_by(*change)->IgnoreParens() == use.place;
      refusals_.add(use.place->getBeginLoc(),
                    is_assignment
                        ? place + ": a counter is assigned; counters can only be added to, since pixels have no order"
                        : place + ": a counter is read, but what it holds depends on the order of the pixels",
                    "only add to counters, each time in a statement: out[e]++, out[e] += v, out[e] -= v or "
                    "atomicAdd(&out[e], v)");
      return;
    }
    if (is_value_used(*change, Around(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(depth))))
      refusals_.add(
          change->getBeginLoc(),
          "the value of '" + text_of(*change, context_) + "' is used, but it depends on the order of the pixels",
          "add to the counter in a statement of its own");
  }

  void check_atomic_add(const clang::CallExpr& call) {
    if (!is_atomic_add(call)) return;
    const auto* const address =
        call.getNumArgs() > 0 ? dyn_cast<clang::UnaryOperator>(call.getArg(0)->IgnoreParenImpCasts()) : nullptr;
    const auto* const counter =
        is_address_of(address) ? dyn_cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens()) : nullptr;
    if (!counter || !marked_.counters || named_by(counter->getBase()) != marked_.counters)
      refusals_.add(call.getBeginLoc(), "atomicAdd on what is no counter of a histogram",
                    "write atomicAdd(&out[e], v), or use + for a variable of the function");
  }

  [[nodiscard]] static bool is_atomic_add(const clang::Stmt& statement) {
    const auto* const call = dyn_cast<clang::CallExpr>(&statement);
    const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
    return callee && convert::is_atomic_add(*callee);
  }

  [[nodiscard]] static bool is_addition(const clang::Stmt& statement) {
    if (const auto* const unary = dyn_cast<clang::UnaryOperator>(&statement)) return unary->isIncrementDecrementOp();
    const auto* const binary = dyn_cast<clang::BinaryOperator>(&statement);
    return binary && (binary->getOpcode() == clang::BO_AddAssign || binary->getOpcode() == clang::BO_SubAssign);
  }

  [[nodiscard]] bool is_const(const clang::VarDecl& variable) const {
    return context_.getBaseElementType(variable.getType()).isConstQualified();
  }

  [[nodiscard]] bool is_window(const clang::VarDecl& variable) const {
    const auto* const parameter = dyn_cast<clang::ParmVarDecl>(&variable);
    return parameter && marked_.windows.contains(parameter);
  }

  const Marked& marked_;
  clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

void check_writes(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Writes writes(marked, context, refusals);
  for (const clang::FunctionDecl* const function : marked.functions) writes.check(*function);
}

}  // namespace preamar::convert
