// Analysis of a while or do loop: what its condition compares, and what changes that.
#pragma once

#include "checks/tree.h"

#include <optional>

namespace preamar::convert {

// `while (variable RELATION bound && ...) { ...; variable += step; ... }`. The change is a statement of the body
// itself, the only change, and reached in every iteration.
struct WhileLoop {
  const clang::VarDecl* variable;
  clang::BinaryOperatorKind relation;  // <, <=, > or >=, with the variable on the left
  const clang::Expr* bound;            // null for `while (v)` and similar, where the change clears bits
  const clang::Stmt* change;           // the statement in the body
  bool is_rising;
};

// Empty if nothing shows that the loop ends.
[[nodiscard]] std::optional<WhileLoop> read_while(const clang::Stmt& loop, const clang::ASTContext& context);

}  // namespace preamar::convert
