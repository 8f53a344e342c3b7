// What a marked function reaches: the functions that it calls, and constants of the file.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

namespace preamar::convert {

// Fills `functions`, `constants`, `mathematics` and `kernel.inexact`. Rejects calls of unknown functions, calls through
// pointers, and recursion.
void reach(Marked& marked, clang::ASTContext& context, Refusals& refusals);

}  // namespace preamar::convert
