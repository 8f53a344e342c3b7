// Determines which loop runs over rows and which over columns, and the positions of accesses along these axes.
#pragma once

#include "nests/images.h"

namespace preamar::convert {

inline constexpr const char* as_index = "index images by [y * width + x], or by [y][x]";

// Sets the axes, the stride, and the coordinates of every access. Throws Obstacle.
void find_axes(Images& images, const Nest& nest, Symbols& symbols, clang::ASTContext& context);

// Whether an index depends on the variable of a loop over pixels, also if it is kept inside the image.
[[nodiscard]] bool mentions(const Poly& index, const clang::VarDecl& variable, Symbols& symbols);

}  // namespace preamar::convert
