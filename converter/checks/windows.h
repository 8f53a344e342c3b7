// Parameters that lead to the window of a stencil: of the function itself, and of helpers that it hands the window to.
#pragma once

#include "checks/tree.h"
#include "marked.h"
#include "refusals.h"

namespace preamar::convert {

// Fills `marked.windows`. Refuses helpers that are given the window at one place and other arrays at another.
void find_windows(Marked& marked, Refusals& refusals);

// Refuses helpers that one marked function gives its window and another gives other arrays: a helper is written once.
void check_shared_helpers(const std::vector<Marked>& all, Refusals& refusals);

// The parameter of a helper that an argument becomes; null where it is none.
[[nodiscard]] const clang::ParmVarDecl* parameter_given(const clang::CallExpr& call, const clang::Expr* argument);

}  // namespace preamar::convert
