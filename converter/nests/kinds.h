// The kinds of per-pixel function that loops over pixels become.
#pragma once

#include "nests/signature.h"
#include "nests/window.h"

#include <string>

namespace preamar::convert {

// The analysis of a function with loops over pixels.
struct Loops {
  const Nest& nest;
  const Images& images;
  const Window& window;
  Symbols& symbols;
  clang::ASTContext& context;
};

struct Extracted {
  std::string description;  // "a stencil of 3 x 3 over 'in'"
  std::string text;         // the marked functions
};

// Each throws Obstacle.
[[nodiscard]] Extracted image_function(const Loops& loops);
[[nodiscard]] Extracted reduction(const Loops& loops, const clang::VarDecl& gathered);
[[nodiscard]] Extracted histogram(const Loops& loops);

// Throws Obstacle if a variable does more than accumulate one value over all iterations.
void check_gathers(const clang::VarDecl& variable, const Loops& loops);

// The images that are read, in the order of the parameters.
[[nodiscard]] std::vector<const clang::VarDecl*> images_read(const Loops& loops);
// "'a' and 'b'"
[[nodiscard]] std::string listed(const std::vector<const clang::VarDecl*>& images);
// Throws Obstacle if a reduction or a histogram does not visit each pixel once.
void check_each_pixel(const Loops& loops, const std::string& kind, bool may_begin_at_one);
// Throws Obstacle if more than a return follows the loops.
void check_nothing_after(const Loops& loops);

}  // namespace preamar::convert
