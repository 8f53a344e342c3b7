// reduce: few numbers from all pixels.
#pragma once

#include <preamar/minmax.h>

#include "skeletons/backend.h"

namespace preamar {

enum class Summary {
  nan_count,      // pixels that are NaN; 0 for integers
  nonzero_count,  // pixels that are not 0
  is_constant,    // 1 where all pixels are equal as numbers, else 0
  extent,         // the least and the greatest pixel; the count is 1 where one is NaN, else 0
};

struct ReduceSpec {
  Summary summary;
};

struct Reduced {
  std::int64_t count = 0;
  MinMax extent{};  // of no use where a pixel is NaN; -0.0 is 0.0
};

// Any strides; for `extent`, dense rows and at least one pixel.
inline std::int64_t reduce(const Execution& on, const ReduceSpec& spec, const ConstImage& image) {
  return backend_for(on).reduce(on, spec, image).count;
}
inline Reduced extent(const Execution& on, const ConstImage& image) {
  return backend_for(on).reduce(on, {.summary = Summary::extent}, image);
}

template <class T>
[[nodiscard]] Level level_of(T pixel) {
  if constexpr (std::is_floating_point_v<T>) return static_cast<double>(pixel) + 0.0;
  if constexpr (std::is_same_v<T, std::uint64_t>)
    if (pixel > INT64_MAX) return pixel;
  return static_cast<std::int64_t>(pixel);
}

}  // namespace preamar
