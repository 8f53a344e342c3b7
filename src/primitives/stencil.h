// stencil: each pixel of `out` from the neighbourhood of the same pixel of `image`.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/propagate.h"

#include <algorithm>

namespace preamar::primitives {

// Flat structuring elements; each contains the pixel itself.
enum class Footprint {
  box,         // within the radius along each axis
  ball,        // within the radius by Euclidean distance: a disk in rank 2
  neighbours,  // the pixel and its neighbours; `radius` is the connectivity
};

// The value computed over the part of the neighbourhood inside the image. `order` defines better.
enum class StencilValue {
  best,   // the best value
  slope,  // the pixel if another value is better, otherwise the type's worst value (NaN for floats)
};

struct StencilSpec {
  StencilValue value = StencilValue::best;
  Order order = Order::rising;
  Footprint footprint = Footprint::box;
  std::int64_t radius = 1;  // 0 or more
};

// The images share shape and dtype, rank 2 or 3, and have dense rows; they do not overlap. NaN is the worst value; -0.0
// is read as +0.0.
inline void stencil(const Execution& on, const StencilSpec& spec, ConstImageView image, ImageView out) {
  PREAMAR_ASSERT(is_grid(image) && is_grid(out), "images have rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(image.type() == out.type(), "image and out share shape and dtype");
  PREAMAR_ASSERT(!overlap(image, out), "out has memory of its own");
  PREAMAR_ASSERT(spec.radius >= 0, "the radius is 0 or more");
  backend_for(on).stencil(on, spec, image, out);
}

// A neighbourhood in integers: |steps along an axis| <= steps, and the sum of their squares <= squared.
struct Reach {
  std::int64_t steps, squared;
};

// Neighbours at connectivity c are those with a squared distance of at most c. The radius is capped at the sum of the
// image's extents, so squares do not overflow.
inline Reach reach_of(const StencilSpec& spec, const Shape& shape) {
  if (spec.footprint == Footprint::neighbours) return {1, spec.radius};
  constexpr std::int64_t most = 1'000'000'000;  // three squares of it fit 64 bits
  std::int64_t across = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) across += std::min(shape[axis], most / max_rank);
  const std::int64_t radius = std::min(spec.radius, across);
  return {radius, spec.footprint == Footprint::box ? max_rank * radius * radius : radius * radius};
}

}  // namespace preamar::primitives
