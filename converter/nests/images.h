// The images that loops read and write, and the positions, relative to the pixel of the iteration.
#pragma once

#include "nests/nest.h"

#include <set>
#include <vector>

namespace preamar::convert {

// One expression that reads or writes an element of an image.
struct Access {
  const clang::Expr* expression = nullptr;
  Around around;
  const clang::VarDecl* image = nullptr;
  std::vector<Poly> index;
  bool is_read = false, is_written = false;
  std::vector<Poly> at;  // plane, row and column; the last n of them for an image with n axes
};

// An axis of the images and its loop; the outermost first (planes, rows, columns).
using Axes = std::vector<PixelLoop>;

struct Images {
  std::vector<Access> accesses;             // of images, in the order of the source
  std::vector<Access> counted;              // of counters
  std::vector<const clang::Expr*> outside;  // elements that are read before the loops
  Axes axes;
  const clang::VarDecl* stride = nullptr;    // the row stride, if it is another parameter than the width
  const clang::VarDecl* result = nullptr;    // the image that is written, if any
  const clang::VarDecl* counters = nullptr;  // of a histogram
  std::set<const clang::Stmt*> used;         // references to variables within accesses
};

// Throws Obstacle.
[[nodiscard]] Images find_images(const Nest& nest, Symbols& symbols, clang::ASTContext& context);

// Whether a statement belongs to the nest and may stay in the per-pixel function.
[[nodiscard]] bool is_in_turn(const clang::Stmt& statement, const Around& around, const Nest& nest);

}  // namespace preamar::convert
