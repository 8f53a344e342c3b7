// map: each pixel of `out` from the same pixel of `image` and, for some operations, of `other`.
#pragma once

#include "core/box.h"
#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/propagate.h"

#include <limits>
#include <optional>

namespace preamar::primitives {

// The operation per pixel. The list is closed, so that every backend implements all of it; primitives/rules/pixels.h
// defines each operation once for all backends. A void pixel is NaN or equals `value`.
enum class Pixel {
  copy,        // image
  fill,        // value, representable in out's dtype; image is not read
  add,         // image + value: integers saturate; floats are rounded once
  subtract,    // image - value: likewise
  greater,     // image > value, exactly; out is bool
  nonzero,     // image != 0; out is bool
  valid,       // 1 unless image is void; out is bool
  replace,     // image; void pixels become the best value of `order`
  edge,        // as replace on `edges`; elsewhere, non-void pixels become the worst value
  restore,     // image if void, otherwise other
  differs,     // image != other, as numbers; out is bool. NaN differs from everything
  difference,  // image - other: integers saturate; 0 if they are equal
  invert,      // reverses the order of the values: highest + lowest - image for integers, 0 - image for floats
  keep,   // image where other, of any integer dtype, is non-zero; elsewhere value: for integers whole or infinite, and
          // saturated
  ratio,  // image / other, both of floating point and not on devices; NaN for 0 / 0
  convert,  // image as a number of out's dtype, by primitives/rules/convert.h
};

struct MapSpec {
  Pixel pixel = Pixel::copy;
  double value = std::numeric_limits<double>::quiet_NaN();  // for add and subtract: 0 or more
  Order order = Order::rising;
  Faces edges = Faces::all();  // for a block of an image: its faces on the image's edge
};

[[nodiscard]] constexpr bool reads_other(Pixel pixel) {
  return pixel == Pixel::restore || pixel == Pixel::differs || pixel == Pixel::difference || pixel == Pixel::keep ||
         pixel == Pixel::ratio;
}
[[nodiscard]] constexpr bool gives_bool(Pixel pixel) {
  return pixel == Pixel::greater || pixel == Pixel::nonzero || pixel == Pixel::valid || pixel == Pixel::differs;
}
[[nodiscard]] constexpr bool changes_dtype(Pixel pixel) {
  return pixel == Pixel::fill || pixel == Pixel::convert || gives_bool(pixel);
}

// The images share their shape and, unless the operation says otherwise, their dtype. `copy`: any strides, no overlap.
// Other operations: dense rows; `out` may be one of the inputs if their dtypes are the same.
inline void map(const Execution& on, const MapSpec& spec, ConstImageView image,
                const std::optional<ConstImageView>& other, ImageView out) {
  PREAMAR_ASSERT(spec.pixel == Pixel::fill || image.shape() == out.shape(), "image and out share their shape");
  PREAMAR_ASSERT(changes_dtype(spec.pixel) || image.dtype() == out.dtype(), "image and out share their dtype");
  PREAMAR_ASSERT(!gives_bool(spec.pixel) || out.dtype() == DType::boolean, "out is bool");
  PREAMAR_ASSERT(!reads_other(spec.pixel) || (other && other->shape() == image.shape()),
                 "image and other share their shape");
  PREAMAR_ASSERT(!reads_other(spec.pixel) ||
                     (spec.pixel == Pixel::keep ? !is_floating(other->dtype()) : other->dtype() == image.dtype()),
                 "other has the dtype of image, or for keep an integer dtype");
  PREAMAR_ASSERT(spec.pixel != Pixel::ratio || is_floating(image.dtype()), "a ratio is of floating point");
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
