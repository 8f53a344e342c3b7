// What a marked function reaches: the functions that it calls, and constants of the file.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

namespace preamar::convert {

// Fills `functions`, `constants` and `kernel.inexact`. Refuses calls to what is not known, through pointers and of a
// function by itself.
void reach(Marked& marked, clang::ASTContext& context, Refusals& refusals);

// True for the function of the prelude that adds to one counter.
[[nodiscard]] bool is_atomic_add(const clang::FunctionDecl& function);
// True where the file does not come from the system.
[[nodiscard]] bool is_of_user(clang::SourceLocation at, const clang::ASTContext& context);

}  // namespace preamar::convert
