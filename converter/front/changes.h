// The changes that one function needs for a target.
#pragma once

#include "front/dialect.h"
#include "front/edits.h"
#include "marked.h"
#include "refusals.h"

namespace preamar::convert {

// `function` is one of those that `marked` reaches.
void change_for(Target target, const Marked& marked, const clang::FunctionDecl& function, clang::ASTContext& context,
                Edits& edits, Refusals& refusals);
// Erases `static` and the like from what stands there.
void erase_storage(clang::SourceLocation begin, clang::SourceLocation end, const clang::ASTContext& context,
                   Edits& edits);
// In the serial source, counters are added to as C does it.
void change_for_c(const Marked& marked, clang::ASTContext& context, Edits& edits, Refusals& refusals);

}  // namespace preamar::convert
