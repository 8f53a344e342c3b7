#include "checks/while_loop.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <vector>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

std::optional<std::int64_t> number_in(const clang::Expr& expression, const clang::ASTContext& context) {
  clang::Expr::EvalResult value;
  if (!expression.EvaluateAsInt(value, context) || !value.Val.getInt().isRepresentableByInt64()) return {};
  return value.Val.getInt().getExtValue();
}

// How a statement changes a variable: by a constant, or by clearing bits.
struct Change {
  const clang::VarDecl* variable;
  std::int64_t step = 0;
  bool takes_bits = false;
};

std::optional<Change> change_by(const clang::BinaryOperator& binary, const clang::ASTContext& context) {
  const clang::VarDecl* const variable = binary.isAssignmentOp() ? named_by(binary.getLHS()) : nullptr;
  if (!variable) return {};
  const clang::Expr* operand = binary.getRHS();
  clang::BinaryOperatorKind kind = binary.getOpcode();
  if (kind == clang::BO_Assign) {  // v = v + 1
    const auto* const right = dyn_cast<clang::BinaryOperator>(operand->IgnoreParenImpCasts());
    if (!right || named_by(right->getLHS()) != variable) return {};
    kind = right->getOpcode();
    operand = right->getRHS();
  }
  const std::optional<std::int64_t> number = number_in(*operand, context);
  if (kind == clang::BO_AndAssign || kind == clang::BO_And) {  // v &= v - 1
    const auto* const less = dyn_cast<clang::BinaryOperator>(operand->IgnoreParenImpCasts());
    if (!less || less->getOpcode() != clang::BO_Sub || named_by(less->getLHS()) != variable ||
        number_in(*less->getRHS(), context) != 1)
      return {};
    return Change{variable, 0, true};
  }
  if (!number) return {};
  if (kind == clang::BO_AddAssign || kind == clang::BO_Add) return Change{variable, *number};
  if (kind == clang::BO_SubAssign || kind == clang::BO_Sub) return Change{variable, -*number};
  if ((kind == clang::BO_ShrAssign || kind == clang::BO_Shr) && *number >= 1) return Change{variable, 0, true};
  if ((kind == clang::BO_DivAssign || kind == clang::BO_Div) && *number >= 2) return Change{variable, 0, true};
  return {};
}

std::optional<Change> change_by(const clang::Stmt& statement, const clang::ASTContext& context) {
  const auto* const expression = dyn_cast<clang::Expr>(&statement);
  const clang::Expr* const bare = expression ? expression->IgnoreParenImpCasts() : nullptr;
  if (!bare) return {};
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare); unary && unary->isIncrementDecrementOp())
    if (const clang::VarDecl* const variable = named_by(unary->getSubExpr()))
      return Change{variable, unary->isIncrementOp() ? 1 : -1};
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  return binary ? change_by(*binary, context) : std::nullopt;
}

// Whether the body may reach its end without the change, or also changes the variable elsewhere.
bool is_only_change(const clang::Stmt& body, const clang::VarDecl& variable, const clang::Stmt& change) {
  bool is_only = true;
  walk(&body, [&](const clang::Stmt& statement, const Around& around) {
    const bool is_of_inner = std::ranges::any_of(around, [](const clang::Stmt* outer) {
      return isa<clang::ForStmt>(outer) || isa<clang::WhileStmt>(outer) || isa<clang::DoStmt>(outer);
    });
    if (isa<clang::ContinueStmt>(statement) && !is_of_inner) is_only = false;
    const clang::Expr* const written = written_by(statement);
    if (written && named_by(written) == &variable && &statement != &change) is_only = false;
    if (is_address_of(&statement) && bottom_of(clang::cast<clang::Expr>(&statement)) == &variable) is_only = false;
  });
  return is_only;
}

// The operand of && in a condition that ends the loop by this change.
std::optional<WhileLoop> ended_by(const clang::Expr& condition, const Change& change, const clang::Stmt& statement,
                                  const clang::ASTContext& context) {
  const clang::Expr* const bare = condition.IgnoreParenImpCasts();
  const bool is_unsigned = change.variable->getType()->isUnsignedIntegerType();
  if (named_by(bare) == change.variable && change.takes_bits && is_unsigned)
    return WhileLoop{change.variable, clang::BO_GT, nullptr, &statement, false};
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (!binary) return {};
  if (binary->getOpcode() == clang::BO_LAnd) {
    const auto left = ended_by(*binary->getLHS(), change, statement, context);
    return left ? left : ended_by(*binary->getRHS(), change, statement, context);
  }
  const bool is_left = named_by(binary->getLHS()) == change.variable;
  if (!binary->isComparisonOp() || (!is_left && named_by(binary->getRHS()) != change.variable)) return {};
  const clang::BinaryOperatorKind relation =
      is_left ? binary->getOpcode() : clang::BinaryOperator::reverseComparisonOp(binary->getOpcode());
  const clang::Expr& bound = is_left ? *binary->getRHS() : *binary->getLHS();
  if (change.takes_bits) {
    const bool is_ended =
        (relation == clang::BO_GT || (relation == clang::BO_NE && is_unsigned)) && number_in(bound, context) == 0;
    return is_ended ? std::optional(WhileLoop{change.variable, clang::BO_GT, nullptr, &statement, false})
                    : std::nullopt;
  }
  const bool is_upwards = relation == clang::BO_LT || relation == clang::BO_LE;
  const bool is_downwards = relation == clang::BO_GT || relation == clang::BO_GE;
  // A falling unsigned number is never below 0, and a rising narrow one wraps around.
  const bool is_wide = context.getIntWidth(change.variable->getType()) >= 32 && !is_unsigned;
  if ((is_upwards && change.step > 0 && is_wide) || (is_downwards && change.step < 0 && is_wide))
    return WhileLoop{change.variable, relation, &bound, &statement, change.step > 0};
  return {};
}

}  // namespace

std::optional<WhileLoop> read_while(const clang::Stmt& loop, const clang::ASTContext& context) {
  const auto* const repeated = dyn_cast<clang::WhileStmt>(&loop);
  const auto* const tail = dyn_cast<clang::DoStmt>(&loop);
  if (!repeated && !tail) return {};
  const clang::Expr& condition = repeated ? *repeated->getCond() : *tail->getCond();
  const clang::Stmt& body = repeated ? *repeated->getBody() : *tail->getBody();
  std::vector<const clang::Stmt*> statements;
  if (const auto* const block = dyn_cast<clang::CompoundStmt>(&body))
    statements.assign(block->body_begin(), block->body_end());
  else
    statements.push_back(&body);
  for (const clang::Stmt* const statement : statements) {
    const std::optional<Change> change = change_by(*statement, context);
    if (!change || !change->variable->getType()->isIntegerType() || !change->variable->hasLocalStorage()) continue;
    const auto* const bare = clang::cast<clang::Expr>(statement)->IgnoreParenImpCasts();
    if (!is_only_change(body, *change->variable, *bare) || !is_only_change(condition, *change->variable, *bare))
      continue;
    if (const auto known = ended_by(condition, *change, *statement, context)) return known;
  }
  return {};
}

}  // namespace preamar::convert
