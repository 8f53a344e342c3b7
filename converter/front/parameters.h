// What each parameter of a marked function is given.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

namespace preamar::convert {

// The first is a pixel, or the window of a stencil; counters and their number follow each other. A mark tells what
// another is; without one `i`, `index`, `x`, `y`, `z`, `row` and `column` are positions, and all else is given once and
// the same for every pixel. `by_place` is the meaning of the older form: integers behind the pixels are positions,
// other numbers pixels of further images.
void read_parameters(const clang::FunctionDecl& function, bool by_place, Marked& marked,
                     const clang::ASTContext& context, Refusals& refusals);

}  // namespace preamar::convert
