#include "checks/tree.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

void walk_within(const clang::Stmt& statement, Around& around,
                 llvm::function_ref<void(const clang::Stmt&, const Around&)> visit) {
  visit(statement, around);
  around.push_back(&statement);
  for (const clang::Stmt* const child : statement.children())
    if (child) walk_within(*child, around, visit);
  around.pop_back();
}

bool is_wrapping(const clang::Stmt* statement) {
  return isa<clang::ParenExpr>(statement) || isa<clang::ImplicitCastExpr>(statement);
}

bool is_base_of(const clang::Expr* place, const clang::ArraySubscriptExpr& subscript) {
  return subscript.getBase()->IgnoreParenImpCasts() == place->IgnoreParenImpCasts();
}

}  // namespace

bool is_inside(const Around& around, const clang::Stmt* statement) {
  return std::ranges::find(around, statement) != around.end();
}

void walk(const clang::Stmt* root, llvm::function_ref<void(const clang::Stmt&, const Around&)> visit) {
  Around around;
  if (root) walk_within(*root, around, visit);
}

Use use_of(const clang::DeclRefExpr& variable, const Around& around) {
  Use use{&variable, {}, nullptr, 0};
  for (std::size_t depth = around.size(); depth-- > 0;) {
    const clang::Stmt* const outer = around[depth];
    if (is_wrapping(outer)) continue;
    const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(outer);
    if (subscript && is_base_of(use.place, *subscript)) {
      use.subscripts.push_back(subscript);
      use.place = subscript;
    } else if (const auto* const member = dyn_cast<clang::MemberExpr>(outer)) {
      use.place = member;
    } else {
      use.parent = outer;
      use.depth = depth;
      break;
    }
  }
  return use;
}

const clang::Expr* written_by(const clang::Stmt& statement) {
  if (const auto* const binary = dyn_cast<clang::BinaryOperator>(&statement))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(&statement))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  return nullptr;
}

bool is_address_of(const clang::Stmt* statement) {
  const auto* const unary = clang::dyn_cast_or_null<clang::UnaryOperator>(statement);
  return unary && unary->getOpcode() == clang::UO_AddrOf;
}

bool is_value_used(const clang::Stmt& expression, const Around& around) {
  const clang::Stmt* inner = &expression;
  for (std::size_t depth = around.size(); depth-- > 0; inner = around[depth]) {
    const clang::Stmt* const outer = around[depth];
    if (isa<clang::ParenExpr>(outer)) continue;
    if (const auto* const cast = dyn_cast<clang::CastExpr>(outer)) {
      if (cast->getCastKind() == clang::CK_ToVoid) return false;
      return true;
    }
    if (const auto* const comma = dyn_cast<clang::BinaryOperator>(outer)) {
      if (comma->getOpcode() != clang::BO_Comma) return true;
      if (comma->getLHS() == inner) return false;
      continue;
    }
    if (const auto* const loop = dyn_cast<clang::ForStmt>(outer)) return loop->getCond() == inner;
    if (const auto* const choice = dyn_cast<clang::IfStmt>(outer)) return choice->getCond() == inner;
    if (const auto* const loop = dyn_cast<clang::WhileStmt>(outer)) return loop->getCond() == inner;
    if (const auto* const loop = dyn_cast<clang::DoStmt>(outer)) return loop->getCond() == inner;
    if (const auto* const choice = dyn_cast<clang::SwitchStmt>(outer)) return choice->getCond() == inner;
    return isa<clang::Expr>(outer) || isa<clang::ReturnStmt>(outer) || isa<clang::DeclStmt>(outer);
  }
  return false;
}

const clang::VarDecl* named_by(const clang::Expr* expression) {
  const auto* const reference = dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

const clang::VarDecl* bottom_of(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParenCasts();
    if (const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      expression = subscript->getBase();
    } else if (const auto* const member = dyn_cast<clang::MemberExpr>(expression)) {
      expression = member->getBase();
    } else if (const auto* const unary = dyn_cast<clang::UnaryOperator>(expression)) {
      expression = unary->getSubExpr();
    } else if (const auto* const binary = dyn_cast<clang::BinaryOperator>(expression)) {
      expression = binary->getLHS()->getType()->isPointerType() ? binary->getLHS() : binary->getRHS();
    } else {
      return named_by(expression);
    }
  }
}

std::string text_of(const clang::Stmt& statement, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const auto range = sources.getExpansionRange(statement.getSourceRange());
  const llvm::StringRef text = clang::Lexer::getSourceText(range, sources, context.getLangOpts());
  std::string line;
  for (const char letter : text.take_front(60)) {
    const bool is_space = letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
    if (!is_space) line += letter;
    if (is_space && !line.empty() && line.back() != ' ') line += ' ';
  }
  return text.size() > 60 ? line + " ..." : line;
}

Variables::Variables(const clang::FunctionDecl& function) {
  walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
    if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* const each : declaration->decls()) {
        const auto* const variable = dyn_cast<clang::VarDecl>(each);
        if (variable && variable->getInit()) writes_[variable].push_back({variable->getInit(), &statement, around});
      }
    } else if (const clang::Expr* const target = written_by(statement)) {
      const auto* const binary = dyn_cast<clang::BinaryOperator>(&statement);
      const bool is_plain = binary && binary->getOpcode() == clang::BO_Assign;
      if (const clang::VarDecl* const variable = named_by(target))
        writes_[variable].push_back({is_plain ? binary->getRHS() : nullptr, &statement, around});
    } else if (is_address_of(&statement)) {
      if (const clang::VarDecl* const variable = named_by(clang::cast<clang::UnaryOperator>(statement).getSubExpr()))
        addressed_[variable] = true;
    }
  });
}

const std::vector<Write>& Variables::writes(const clang::VarDecl& variable) const {
  static const std::vector<Write> none;
  const auto found = writes_.find(&variable);
  return found == writes_.end() ? none : found->second;
}

bool Variables::changes_in(const clang::VarDecl& variable, const clang::Stmt& statement) const {
  if (is_address_taken(variable)) return true;
  return std::ranges::any_of(writes(variable), [&](const Write& write) {
    return write.at == &statement || std::ranges::find(write.around, &statement) != write.around.end();
  });
}

}  // namespace preamar::convert
