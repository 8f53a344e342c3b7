// Maps positions beyond the edge of an image to the pixel that the border mode reads there.
#pragma once

#include <preamar/border.h>

#include <algorithm>
#include <cstdint>

namespace preamar {

inline constexpr std::int64_t outside = -1;

// The index, 0 to extent - 1, that is read for position `at` along an axis; `outside` for the constant value. `at` is
// any integer; the extent is 1 or more.
[[nodiscard]] constexpr std::int64_t border_index(Border border, std::int64_t at, std::int64_t extent) {
  if (at >= 0 && at < extent) return at;
  const auto modulo = [at](std::int64_t n) { return (at % n + n) % n; };
  switch (border) {
    case Border::nearest:
      return at < 0 ? 0 : extent - 1;
    case Border::reflect:
      return std::min(modulo(2 * extent), 2 * extent - 1 - modulo(2 * extent));
    case Border::wrap:
      return modulo(extent);
    case Border::constant:
      break;
  }
  return outside;
}

}  // namespace preamar
