// What each parameter of a marked function receives.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

namespace preamar::convert {

// The first parameter is a pixel, or the window of a stencil; counters and their number follow each other. A mark
// defines the meaning of another parameter. Without a mark, `i`, `index`, `x`, `y`, `z`, `row` and `column` are
// positions, and every other parameter is a setting, the same for all pixels. `by_place` selects the older form:
// integers after the pixels are positions, other numbers are pixels of further images.
void read_parameters(const clang::FunctionDecl& function, bool by_place, Marked& marked,
                     const clang::ASTContext& context, Refusals& refusals);

}  // namespace preamar::convert
