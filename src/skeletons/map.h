// map: each pixel of `out` from the same pixel of `image`, and of `other` where the word names it.
#pragma once

#include "core/box.h"
#include "skeletons/backend.h"
#include "skeletons/propagate.h"

#include <limits>

namespace preamar {

// What happens to a pixel: a closed list, so that every backend knows all of it. Each is defined once for all backends
// in skeletons/rules/pixels.h. A void pixel is one that is NaN or equals `value`.
enum class Pixel {
  copy,        // image
  fill,        // value, which the type of out holds; image is not read
  add,         // image + value: integers stop at the ends of their type; floats take one addition
  subtract,    // image - value: likewise
  greater,     // image > value, exactly; out is bool
  nonzero,     // image != 0; out is bool
  replace,     // image, but the best value of `order` where it is void
  edge,        // the same on the faces `edges` of the image; elsewhere the worst value where it is not void
  restore,     // image where it is void, elsewhere other
  differs,     // image != other, as numbers; out is bool. NaN differs from all
  difference,  // image - other: integers stop at the ends of their type; 0 where they are equal
};

struct MapSpec {
  Pixel pixel = Pixel::copy;
  double value = std::numeric_limits<double>::quiet_NaN();  // of add and subtract: not below 0
  Order order = Order::rising;
  Faces edges = Faces::all();  // of a part of an image: those that are the image's own
};

// The images share their shape, and their dtype but where the word says bool. For `copy` they have any strides and do
// not overlap; for the others they have dense rows, and one may be `out` if their dtype is the same.
inline void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const Image& out) {
  backend_for(on).map(on, spec, image, {}, out);
}
inline void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage& other,
                const Image& out) {
  backend_for(on).map(on, spec, image, other, out);
}

}  // namespace preamar
