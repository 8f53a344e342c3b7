// The changes that one function needs for a target.
#pragma once

#include "front/dialect.h"
#include "front/edits.h"
#include "marked.h"
#include "refusals.h"

namespace preamar::convert {

// `function` is one of the functions that `marked` reaches.
void change_for(Target target, const Marked& marked, const clang::FunctionDecl& function, clang::ASTContext& context,
                Edits& edits, Refusals& refusals);
// Removes `static` and similar keywords from the declaration.
void erase_storage(clang::SourceLocation begin, clang::SourceLocation end, const clang::ASTContext& context,
                   Edits& edits);
// The serial source adds to counters in plain C.
void change_for_c(const Marked& marked, clang::ASTContext& context, Edits& edits, Refusals& refusals);

}  // namespace preamar::convert
