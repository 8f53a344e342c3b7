// Parameters that refer to the window of a stencil: of the function itself, and of helpers that it passes the window
// to.
#pragma once

#include "checks/tree.h"
#include "marked.h"
#include "refusals.h"

namespace preamar::convert {

// Fills `marked.windows`. Rejects helpers that get the window in one call and other arrays in another.
void find_windows(Marked& marked, Refusals& refusals);

// Rejects helpers that get the window from one marked function and other arrays from another: a helper is generated
// once.
void check_shared_helpers(const std::vector<Marked>& all, Refusals& refusals);

// The parameter of a helper that receives an argument; null if there is none.
[[nodiscard]] const clang::ParmVarDecl* parameter_given(const clang::CallExpr& call, const clang::Expr* argument);

}  // namespace preamar::convert
