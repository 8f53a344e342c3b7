#include "nests/live.h"

#include <algorithm>
#include <map>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// The variable that a statement sets, if it does nothing else; otherwise null.
const clang::VarDecl* set_by(const clang::Stmt* statement) {
  if (!statement) return nullptr;
  if (const auto* const block = dyn_cast<clang::CompoundStmt>(statement))
    return block->size() == 1 ? set_by(block->body_front()) : nullptr;
  if (const auto* const choice = dyn_cast<clang::IfStmt>(statement)) {
    const clang::VarDecl* const variable = set_by(choice->getThen());
    return !choice->getElse() || set_by(choice->getElse()) == variable ? variable : nullptr;
  }
  const auto* const expression = dyn_cast<clang::Expr>(statement);
  const clang::Expr* const target = expression ? written_by(*expression->IgnoreParens()) : nullptr;
  const clang::VarDecl* const variable = target ? named_by(target) : nullptr;
  return variable && variable->hasLocalStorage() && !isa<clang::ParmVarDecl>(variable) ? variable : nullptr;
}

class LiveFinder {
 public:
  LiveFinder(const Nest& nest, const std::set<const clang::Stmt*>& gone, const std::set<const clang::Stmt*>& stores,
             const std::set<const clang::VarDecl*>& needed)
      : gone_(gone), stores_(stores), roots_(needed) {
    for (const clang::Stmt* const statement : nest.before) look_at(*statement, nullptr, true);
    look_at(*nest.body, nullptr, true);
  }

  Live find() {
    take(roots_);
    while (!waiting_.empty()) {
      const clang::VarDecl* const variable = waiting_.back();
      waiting_.pop_back();
      take(needs_[variable]);
    }
    for (const auto& [statement, variable] : setters_)
      if (!live_.variables.contains(variable)) live_.dropped.insert(statement);
    return std::move(live_);
  }

 private:
  void take(const std::set<const clang::VarDecl*>& variables) {
    for (const clang::VarDecl* const variable : variables)
      if (live_.variables.insert(variable).second) waiting_.push_back(variable);
  }

  // `owner` is the variable for which all this is computed; null for the result.
  void look_at(const clang::Stmt& statement, const clang::VarDecl* owner, bool is_statement) {
    if (gone_.contains(&statement)) return;
    if (is_statement && !owner && !holds_store(statement)) {
      owner = set_by(&statement);
      if (owner && !isa<clang::CompoundStmt>(statement)) setters_.emplace_back(&statement, owner);
      if (isa<clang::CompoundStmt>(statement)) owner = nullptr;
    }
    if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* const one : declaration->decls()) {
        const auto* const variable = dyn_cast<clang::VarDecl>(one);
        if (variable && variable->getInit()) look_at(*variable->getInit(), variable, false);
      }
      return;
    }
    if (const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement))
      if (const auto* const variable = dyn_cast<clang::VarDecl>(reference->getDecl()); variable && variable != owner)
        (owner ? needs_[owner] : roots_).insert(variable);
    for (const clang::Stmt* const child : statement.children())
      if (child) look_at(*child, owner, is_statement_of(statement, *child));
  }

  [[nodiscard]] bool holds_store(const clang::Stmt& statement) const {
    bool is_found = false;
    walk(&statement, [&](const clang::Stmt& one, const Around&) { is_found = is_found || stores_.contains(&one); });
    return is_found;
  }

  static bool is_statement_of(const clang::Stmt& outer, const clang::Stmt& inner) {
    if (isa<clang::CompoundStmt>(outer)) return true;
    const auto* const choice = dyn_cast<clang::IfStmt>(&outer);
    return choice && (choice->getThen() == &inner || choice->getElse() == &inner) && isa<clang::CompoundStmt>(inner);
  }

  const std::set<const clang::Stmt*>&gone_, &stores_;
  std::set<const clang::VarDecl*> roots_;
  std::map<const clang::VarDecl*, std::set<const clang::VarDecl*>> needs_;
  std::vector<std::pair<const clang::Stmt*, const clang::VarDecl*>> setters_;
  std::vector<const clang::VarDecl*> waiting_;
  Live live_;
};

}  // namespace

Live find_live(const Nest& nest, const std::set<const clang::Stmt*>& gone, const std::set<const clang::Stmt*>& stores,
               const std::set<const clang::VarDecl*>& needed) {
  return LiveFinder(nest, gone, stores, needed).find();
}

}  // namespace preamar::convert
