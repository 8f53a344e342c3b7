// The least and the greatest pixel of an image.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <variant>

namespace preamar {

// A pixel as a number: of a float a double, of an integer or bool an int64, or a uint64 where an int64 does not hold
// it.
using PixelValue = std::variant<std::int64_t, std::uint64_t, double>;

struct MinMax {
  PixelValue minimum, maximum;
  friend bool operator==(const MinMax&, const MinMax&) = default;
};

// Any dtype, rank 2 or 3; -0.0 is 0.0. Throws Error: input for NaN or an image without pixels.
[[nodiscard]] PREAMAR_API MinMax minmax(ConstImageView image, const Execution& on = {});

}  // namespace preamar
