#include "checks/loop.h"

#include "checks/tree.h"

namespace preamar::convert {
namespace {

using clang::dyn_cast;

// Finds the variable that the third part changes, and how. Operands of a comma are examined from the left.
bool read_change(const clang::Expr& part, Loop& loop) {
  const clang::Expr* const bare = part.IgnoreParenImpCasts();
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare); unary && unary->isIncrementDecrementOp()) {
    loop.variable = named_by(unary->getSubExpr());
    loop.is_rising = unary->isIncrementOp();
    loop.change = unary;
    return loop.variable != nullptr;
  }
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (!binary) return false;
  if (binary->getOpcode() == clang::BO_Comma)
    return read_change(*binary->getLHS(), loop) || read_change(*binary->getRHS(), loop);
  const clang::VarDecl* const variable = binary->isAssignmentOp() ? named_by(binary->getLHS()) : nullptr;
  if (!variable) return false;
  const bool is_plain = binary->getOpcode() == clang::BO_Assign;
  const auto* const sum = is_plain ? dyn_cast<clang::BinaryOperator>(binary->getRHS()->IgnoreParenImpCasts()) : nullptr;
  if (is_plain && (!sum || !sum->isAdditiveOp() || named_by(sum->getLHS()) != variable)) return false;
  const clang::BinaryOperatorKind kind = sum ? sum->getOpcode() : binary->getOpcode();
  if (kind != clang::BO_AddAssign && kind != clang::BO_SubAssign && !sum) return false;
  loop.variable = variable;
  loop.is_rising = kind == clang::BO_AddAssign || kind == clang::BO_Add;
  loop.step = sum ? sum->getRHS() : binary->getRHS();
  loop.change = binary;
  return true;
}

const clang::Expr* start_of(const clang::Stmt* part, const clang::VarDecl& variable) {
  if (const auto* const declaration = clang::dyn_cast_or_null<clang::DeclStmt>(part)) {
    for (const clang::Decl* const each : declaration->decls())
      if (each == &variable) return variable.getInit();
    return nullptr;
  }
  const auto* const expression = clang::dyn_cast_or_null<clang::Expr>(part);
  const auto* const binary = expression ? dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts()) : nullptr;
  if (!binary) return nullptr;
  if (binary->getOpcode() == clang::BO_Comma) {
    const clang::Expr* const right = start_of(binary->getRHS(), variable);
    return right ? right : start_of(binary->getLHS(), variable);
  }
  return binary->getOpcode() == clang::BO_Assign && named_by(binary->getLHS()) == &variable ? binary->getRHS()
                                                                                            : nullptr;
}

// Finds the comparison of the variable among operands of &&.
bool read_bound(const clang::Expr& condition, Loop& loop) {
  const auto* const binary = dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
  if (!binary) return false;
  if (binary->getOpcode() == clang::BO_LAnd)
    return read_bound(*binary->getLHS(), loop) || read_bound(*binary->getRHS(), loop);
  if (!binary->isComparisonOp() || binary->getOpcode() == clang::BO_EQ) return false;
  const bool is_left = named_by(binary->getLHS()) == loop.variable;
  if (!is_left && named_by(binary->getRHS()) != loop.variable) return false;
  loop.relation = is_left ? binary->getOpcode() : clang::BinaryOperator::reverseComparisonOp(binary->getOpcode());
  loop.bound = is_left ? binary->getRHS() : binary->getLHS();
  return true;
}

}  // namespace

Loop read_loop(const clang::ForStmt& loop) {
  Loop parts;
  if (!loop.getInc() || !read_change(*loop.getInc(), parts)) return parts;
  parts.start = start_of(loop.getInit(), *parts.variable);
  if (loop.getCond()) read_bound(*loop.getCond(), parts);
  return parts;
}

}  // namespace preamar::convert
