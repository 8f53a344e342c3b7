// The three parts of a `for` statement.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace preamar::convert {

// `for (variable = start; variable RELATION bound && ...; variable += step)`; a member is null if that part has another
// form.
struct Loop {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* start = nullptr;
  clang::BinaryOperatorKind relation{};  // <, <=, >, >= or !=, with the variable on the left
  const clang::Expr* bound = nullptr;
  const clang::Stmt* change = nullptr;  // the ++, --, +=, -= or = of the variable
  const clang::Expr* step = nullptr;    // null if it is 1
  bool is_rising = true;                // ++, += and +; if the step is positive
};

[[nodiscard]] Loop read_loop(const clang::ForStmt& loop);

}  // namespace preamar::convert
