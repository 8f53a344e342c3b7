// map: each pixel of `out` from the same pixel of `image`, and of `other` where the operation names it.
#pragma once

#include "core/box.h"
#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/propagate.h"

#include <limits>
#include <optional>

namespace preamar::primitives {

// What happens to a pixel: a closed list, so that every backend knows all of it. Each is defined once for all backends
// in primitives/rules/pixels.h. A void pixel is one that is NaN or equals `value`.
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

[[nodiscard]] constexpr bool reads_other(Pixel pixel) {
  return pixel == Pixel::restore || pixel == Pixel::differs || pixel == Pixel::difference;
}
[[nodiscard]] constexpr bool gives_bool(Pixel pixel) {
  return pixel == Pixel::greater || pixel == Pixel::nonzero || pixel == Pixel::differs;
}

// The images share their shape, and their dtype but where the operation says bool. For `copy` they have any strides and
// do not overlap; for the others they have dense rows, and one may be `out` if their dtype is the same.
inline void map(const Execution& on, const MapSpec& spec, ConstImageView image,
                const std::optional<ConstImageView>& other, ImageView out) {
  PREAMAR_ASSERT(spec.pixel == Pixel::fill || image.shape() == out.shape(), "image and out share their shape");
  PREAMAR_ASSERT(spec.pixel == Pixel::fill || gives_bool(spec.pixel) || image.dtype() == out.dtype(),
                 "image and out share their dtype");
  PREAMAR_ASSERT(!gives_bool(spec.pixel) || out.dtype() == DType::boolean, "out is bool");
  PREAMAR_ASSERT(!reads_other(spec.pixel) || (other && other->type() == image.type()),
                 "image and other share shape and dtype");
  PREAMAR_ASSERT(spec.pixel == Pixel::copy || out.has_dense_rows(), "rows of out are dense");
  PREAMAR_ASSERT(spec.pixel == Pixel::copy || spec.pixel == Pixel::fill || image.has_dense_rows(),
                 "rows of the image are dense");
  PREAMAR_ASSERT(!reads_other(spec.pixel) || other->has_dense_rows(), "rows of other are dense");
  PREAMAR_ASSERT(spec.pixel != Pixel::copy || !overlap(image, out), "a copy has memory of its own");
  PREAMAR_ASSERT(spec.pixel == Pixel::fill || !overlap_in_part(image, out), "out is the image or lies apart from it");
  PREAMAR_ASSERT(!reads_other(spec.pixel) || !overlap_in_part(*other, out), "out is other or lies apart from it");
  PREAMAR_ASSERT((spec.pixel != Pixel::add && spec.pixel != Pixel::subtract) || spec.value >= 0,
                 "what is added or subtracted is not below 0");
  backend_for(on).map(on, spec, image, other, out);
}
inline void map(const Execution& on, const MapSpec& spec, ConstImageView image, ImageView out) {
  map(on, spec, image, {}, out);
}

}  // namespace preamar::primitives
