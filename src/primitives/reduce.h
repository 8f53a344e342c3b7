// reduce: one or two numbers from all pixels.
#pragma once

#include <preamar/minmax.h>

#include "primitives/backend.h"
#include "primitives/contract.h"

namespace preamar::primitives {

enum class Summary {
  nan_count,      // number of NaN pixels; 0 for integers
  nonzero_count,  // number of non-zero pixels
  is_constant,    // 1 if all pixels are equal as numbers, otherwise 0
  extent,         // minimum and maximum; `count` is 1 if a pixel is NaN, otherwise 0
};

struct ReduceSpec {
  Summary summary;
};

struct Reduced {
  std::int64_t count = 0;
  MinMax extent{};  // undefined if a pixel is NaN; -0.0 is stored as 0.0
};

// Any strides. For Summary::extent call extent(), which needs dense rows and at least one pixel.
inline std::int64_t reduce(const Execution& on, const ReduceSpec& spec, ConstImageView image) {
  PREAMAR_ASSERT(spec.summary != Summary::extent, "extent() gives the extent");
  return backend_for(on).reduce(on, spec, image).count;
}
inline Reduced extent(const Execution& on, ConstImageView image) {
  PREAMAR_ASSERT(image.has_dense_rows(), "rows are dense");
  PREAMAR_ASSERT(image.shape().count() > 0, "there is at least one pixel");
  return backend_for(on).reduce(on, {.summary = Summary::extent}, image);
}

template <class T>
[[nodiscard]] PixelValue level_of(T pixel) {
  if constexpr (std::is_floating_point_v<T>) return static_cast<double>(pixel) + 0.0;
  if constexpr (std::is_same_v<T, std::uint64_t>)
    if (pixel > INT64_MAX) return pixel;
  return static_cast<std::int64_t>(pixel);
}

}  // namespace preamar::primitives
