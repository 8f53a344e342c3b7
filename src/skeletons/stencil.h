// stencil: each pixel of `out` from the neighbourhood of the same pixel of `image`.
#pragma once

#include "skeletons/backend.h"
#include "skeletons/propagate.h"

namespace preamar {

// The flat neighbourhoods: all cells within the radius along each axis, or within it by Euclid's distance.
enum class Footprint { box, ball };

// The best value of a neighbourhood, by `order`; what lies outside the image does not count.
struct StencilSpec {
  Order order = Order::rising;
  Footprint footprint = Footprint::box;
  std::int64_t radius = 1;
};

// The images share shape and dtype, rank 2 or 3, and have dense rows; they do not overlap.
inline void stencil(const Execution& on, const StencilSpec& spec, const ConstImage& image, const Image& out) {
  backend_for(on).stencil(on, spec, image, out);
}

}  // namespace preamar
