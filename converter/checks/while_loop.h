// What is known of a while or do loop: what its condition compares, and what changes that.
#pragma once

#include "checks/tree.h"

#include <optional>

namespace preamar::convert {

// `while (variable RELATION bound && ...) { ...; variable += step; ... }`, where the change is a statement of the body
// itself, the only one there and reached in every turn.
struct WhileLoop {
  const clang::VarDecl* variable;
  clang::BinaryOperatorKind relation;  // <, <=, > or >=, with the variable at the left
  const clang::Expr* bound;            // null for `while (v)` and the like, where the change takes bits away
  const clang::Stmt* change;           // as it stands in the body
  bool is_rising;
};

// None where nothing tells that it ends.
[[nodiscard]] std::optional<WhileLoop> read_while(const clang::Stmt& loop, const clang::ASTContext& context);

}  // namespace preamar::convert
