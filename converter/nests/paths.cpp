#include "nests/paths.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

class Follower {
 public:
  Follower(llvm::function_ref<bool(const clang::Stmt&)> is_store, llvm::function_ref<bool(const clang::Stmt&)> is_read)
      : is_store_(is_store), is_read_(is_read) {}

  Paths follow(const std::vector<const clang::Stmt*>& turn) {
    bool is_stored = false;
    for (const clang::Stmt* const statement : turn) is_stored = after(*statement, is_stored);
    if (!is_stored && !turn.empty()) paths_.ends_without.push_back(turn.back());
    return std::move(paths_);
  }

 private:
  // Whether a value is stored before the end of the statement; also true if its end is never reached.
  bool after(const clang::Stmt& statement, bool is_stored) {
    if (isa<clang::IfStmt>(statement) && is_store_(statement)) return true;  // `if (e > m) m = e;` as a whole
    if (const auto* const block = dyn_cast<clang::CompoundStmt>(&statement)) {
      for (const clang::Stmt* const one : block->body()) is_stored = after(*one, is_stored);
      return is_stored;
    }
    if (const auto* const choice = dyn_cast<clang::IfStmt>(&statement)) {
      is_stored = after(*choice->getCond(), is_stored);
      const bool yes = after(*choice->getThen(), is_stored);
      return choice->getElse() ? after(*choice->getElse(), is_stored) && yes : is_stored;
    }
    if (const auto* const loop = dyn_cast<clang::ForStmt>(&statement)) return after_loop(*loop, is_stored);
    if (isa<clang::WhileStmt>(statement) || isa<clang::DoStmt>(statement)) {
      ++loops_;
      for (const clang::Stmt* const one : statement.children())
        if (one) after(*one, is_stored);
      --loops_;
      return is_stored;
    }
    if (const auto* const choice = dyn_cast<clang::SwitchStmt>(&statement)) return after_switch(*choice, is_stored);
    if (const auto* const label = dyn_cast<clang::SwitchCase>(&statement))
      return label->getSubStmt() ? after(*label->getSubStmt(), is_stored && at_case_) : is_stored;
    if (isa<clang::ContinueStmt>(statement) && loops_ == 0) {
      paths_.continues.insert(&statement);
      if (!is_stored) paths_.ends_without.push_back(&statement);
      return true;
    }
    if (isa<clang::BreakStmt>(statement)) {
      at_break_ = at_break_ && is_stored;
      return true;
    }
    if (isa<clang::ContinueStmt>(statement) || isa<clang::ReturnStmt>(statement)) return true;
    return after_expression(statement, is_stored);
  }

  bool after_loop(const clang::ForStmt& loop, bool is_stored) {
    if (loop.getInit()) is_stored = after(*loop.getInit(), is_stored);
    if (loop.getCond()) is_stored = after(*loop.getCond(), is_stored);
    ++loops_;
    const bool inner = after(*loop.getBody(), is_stored);
    if (loop.getInc()) after(*loop.getInc(), inner);
    --loops_;
    return is_stored;
  }

  bool after_switch(const clang::SwitchStmt& choice, bool is_stored) {
    is_stored = after(*choice.getCond(), is_stored);
    const bool outer_break = at_break_, outer_case = at_case_;
    at_break_ = true;
    at_case_ = is_stored;
    const bool end = after(*choice.getBody(), is_stored);
    bool has_default = false;
    for (const clang::SwitchCase* label = choice.getSwitchCaseList(); label; label = label->getNextSwitchCase())
      has_default = has_default || isa<clang::DefaultStmt>(label);
    const bool all = end && at_break_ && has_default;
    at_break_ = outer_break;
    at_case_ = outer_case;
    return all || is_stored;
  }

  // Operands are visited in C's order of evaluation where that is defined; what && || and ?: may skip does not count as
  // a store.
  bool after_expression(const clang::Stmt& statement, bool is_stored) {
    const auto* const binary = dyn_cast<clang::BinaryOperator>(&statement);
    if (binary && binary->isLogicalOp()) {
      is_stored = after(*binary->getLHS(), is_stored);
      after(*binary->getRHS(), is_stored);
      return is_stored;
    }
    if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(&statement)) {
      is_stored = after(*choice->getCond(), is_stored);
      const bool yes = after(*choice->getTrueExpr(), is_stored);
      return after(*choice->getFalseExpr(), is_stored) && yes;
    }
    if (is_read_(statement) && !is_stored && !paths_.early_read) paths_.early_read = &statement;
    bool inner = is_stored;
    for (const clang::Stmt* const one : statement.children())
      if (one) inner = after(*one, inner);
    return inner || is_store_(statement);
  }

  llvm::function_ref<bool(const clang::Stmt&)> is_store_, is_read_;
  Paths paths_;
  int loops_ = 0;
  bool at_break_ = true, at_case_ = false;
};

bool holds_any(const clang::Stmt& statement, const std::set<const clang::Stmt*>& stores) {
  bool is_found = false;
  walk(&statement, [&](const clang::Stmt& one, const Around&) { is_found = is_found || stores.contains(&one); });
  return is_found;
}

bool is_last_in(const clang::Stmt& statement, const std::set<const clang::Stmt*>& stores, bool is_last) {
  if (stores.contains(&statement)) return is_last;
  if (const auto* const block = dyn_cast<clang::CompoundStmt>(&statement)) {
    for (auto place = block->body_begin(); place != block->body_end(); ++place) {
      const bool is_end = place + 1 == block->body_end() ? is_last : isa<clang::ContinueStmt>(*(place + 1));
      if (!is_last_in(**place, stores, is_end)) return false;
    }
    return true;
  }
  if (const auto* const choice = dyn_cast<clang::IfStmt>(&statement))
    return !holds_any(*choice->getCond(), stores) && is_last_in(*choice->getThen(), stores, is_last) &&
           (!choice->getElse() || is_last_in(*choice->getElse(), stores, is_last));
  return !holds_any(statement, stores);
}

}  // namespace

Paths follow(const std::vector<const clang::Stmt*>& turn, llvm::function_ref<bool(const clang::Stmt&)> is_store,
             llvm::function_ref<bool(const clang::Stmt&)> is_read) {
  return Follower(is_store, is_read).follow(turn);
}

bool are_last(const clang::Stmt& body, const std::set<const clang::Stmt*>& stores) {
  return is_last_in(body, stores, true);
}

}  // namespace preamar::convert
