#include "checks/checks.h"
#include "checks/tree.h"

#include <clang/AST/DeclCXX.h>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// C++ accepts `.x = 1, .y = 2` only in the order of the fields.
bool is_plain_list(const clang::InitListExpr& list) {
  unsigned next = 0, designated = 0;
  for (const clang::Expr* const element : list.inits()) {
    const auto* const named = dyn_cast<clang::DesignatedInitExpr>(element);
    if (!named) continue;
    ++designated;
    if (named->size() != 1 || !named->getDesignator(0)->isFieldDesignator()) return false;
    const clang::FieldDecl* const field = named->getDesignator(0)->getFieldDecl();
    if (!field || field->getFieldIndex() < next) return false;
    next = field->getFieldIndex() + 1;
  }
  return designated == 0 || designated == list.getNumInits();
}

bool is_enumerator_of(const clang::Expr& expression, clang::QualType type) {
  if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(expression.IgnoreParenImpCasts()))
    return is_enumerator_of(*choice->getTrueExpr(), type) && is_enumerator_of(*choice->getFalseExpr(), type);
  const auto* const reference = dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
  const auto* const enumerator = reference ? dyn_cast<clang::EnumConstantDecl>(reference->getDecl()) : nullptr;
  return enumerator && enumerator->getDeclContext() == type->getAsTagDecl();
}

// Expressions that are int in C: in C++ a character literal is a char, and a comparison a bool.
bool is_of_other_type(const clang::Expr& expression) {
  const clang::Expr* const bare = expression.IgnoreParens();
  if (const auto* const binary = dyn_cast<clang::BinaryOperator>(bare))
    return binary->isComparisonOp() || binary->isLogicalOp();
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) return unary->getOpcode() == clang::UO_LNot;
  return isa<clang::CharacterLiteral>(bare);
}

// Whether the value is only tested for 0.
bool is_truth(const Around& around) {
  for (std::size_t depth = around.size(); depth-- > 0;) {
    const clang::Stmt* const outer = around[depth];
    if (isa<clang::ParenExpr>(outer) || isa<clang::ImplicitCastExpr>(outer)) continue;
    if (const auto* const binary = dyn_cast<clang::BinaryOperator>(outer)) return binary->isLogicalOp();
    if (const auto* const unary = dyn_cast<clang::UnaryOperator>(outer)) return unary->getOpcode() == clang::UO_LNot;
    if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(outer))
      return depth + 1 < around.size() ? around[depth + 1] == choice->getCond() : true;
    return isa<clang::IfStmt>(outer) || isa<clang::WhileStmt>(outer) || isa<clang::ForStmt>(outer);
  }
  return false;
}

// isinf() and similar functions return 1, -1 or any non-zero number; this differs between languages.
void check_question(const clang::CallExpr& call, const Around& around, const clang::ASTContext& context,
                    Refusals& refusals) {
  const clang::FunctionDecl* const callee = call.getDirectCallee();
  const llvm::StringRef name = callee && callee->getBuiltinID() != 0 ? callee->getName() : "";
  if (!name.starts_with("__builtin_is") && !name.starts_with("__builtin_signbit")) return;
  if (!is_truth(around))
    refusals.add(call.getBeginLoc(),
                 "'" + text_of(call, context) + "' is used as a number, which differs between languages",
                 "use it as a condition: isnan(v) ? 1 : 0");
}

void check(const clang::Stmt& statement, const Around& around, const clang::ASTContext& context, Refusals& refusals) {
  const clang::SourceLocation at = statement.getBeginLoc();
  if (const auto* const call = dyn_cast<clang::CallExpr>(&statement))
    return check_question(*call, around, context, refusals);
  if (isa<clang::GenericSelectionExpr>(statement)) {
    refusals.add(at, "_Generic, which C++ does not have", "write a function for each type");
  } else if (const auto* const list = dyn_cast<clang::InitListExpr>(&statement)) {
    const clang::InitListExpr* const written = list->getSyntacticForm() ? list->getSyntacticForm() : list;
    if (!is_plain_list(*written))
      refusals.add(at, "a list of values with some of them named, in an order or a way that C++ does not have",
                   "give all values in order; or all fields by their names, in order");
  } else if (const auto* const cast = dyn_cast<clang::ImplicitCastExpr>(&statement)) {
    const bool becomes_enum = cast->getType()->isEnumeralType() && cast->getCastKind() == clang::CK_IntegralCast;
    if (becomes_enum && !is_enumerator_of(*cast->getSubExpr(), cast->getType()))
      refusals.add(at, "a number becomes '" + cast->getType().getAsString() + "' by itself, which C++ does not allow",
                   "convert it: (" + cast->getType().getUnqualifiedType().getAsString() + ")(" +
                       text_of(*cast->getSubExpr(), context) + ")");
  } else if (const auto* const unary = dyn_cast<clang::UnaryOperator>(&statement)) {
    if (unary->isIncrementDecrementOp() && unary->getType()->isEnumeralType())
      refusals.add(at, "'" + text_of(*unary, context) + "' steps an enumeration, which C++ does not allow",
                   "use an int");
  } else if (const auto* const size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement)) {
    if (size->getKind() == clang::UETT_SizeOf && !size->isArgumentType() && is_of_other_type(*size->getArgumentExpr()))
      refusals.add(at, "'" + text_of(*size, context) + "' differs between C, where it is that of an int, and C++",
                   "write sizeof(int), or the number");
  } else if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
    for (const clang::Decl* const each : declaration->decls())
      if (isa<clang::StaticAssertDecl>(each))
        refusals.add(each->getLocation(), "_Static_assert within a function", "put it before the function");
  }
}

}  // namespace

void check_dialect(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  const auto visit = [&](const clang::Stmt& statement, const Around& around) {
    check(statement, around, context, refusals);
  };
  for (const clang::FunctionDecl* const function : marked.functions) {
    if (!function->hasPrototype() && function->getNumParams() > 0)
      refusals.add(function->getLocation(),
                   "'" + function->getNameAsString() + "' declares its types after its parameters",
                   "write them within the parentheses: int f(int a)");
    walk(function->getBody(), visit);
  }
  for (const clang::VarDecl* const constant : marked.constants) walk(constant->getAnyInitializer(), visit);
}

}  // namespace preamar::convert
