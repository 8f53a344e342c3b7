// The pixels around its own that an iteration reads, and what keeps them inside the image.
#pragma once

#include "nests/images.h"

namespace preamar::convert {

struct Window {
  const clang::VarDecl* image = nullptr;  // null if only the pixel itself is read
  std::vector<std::int64_t> half;         // along each axis: pixels before and after its own
  Border border = Border::nearest;
  [[nodiscard]] std::string size() const;  // "3 x 3"
};

// Throws Obstacle.
[[nodiscard]] Window find_window(const Nest& nest, const Images& images, Symbols& symbols, clang::ASTContext& context);

// The distance of an access from the pixel's own plane, row or column.
[[nodiscard]] Poly offset_of(const Access& access, std::size_t axis, const Images& images, Symbols& symbols);

}  // namespace preamar::convert
