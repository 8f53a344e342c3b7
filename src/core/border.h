// From a place beyond the edge of an image to the pixel that stands there.
#pragma once

#include <preamar/border.h>

#include <algorithm>
#include <cstdint>

namespace preamar {

inline constexpr std::int64_t outside = -1;

// The index, 0 to extent - 1, of what is read at `at`, any number, along an axis; `outside` where that is the constant.
// The extent is at least 1.
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
