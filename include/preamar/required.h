// The initial value of an option that has no default.
#pragma once

#include <preamar/export.h>

#include <cstdint>
#include <limits>

namespace preamar {

struct Required {
  constexpr operator double() const noexcept { return std::numeric_limits<double>::quiet_NaN(); }
  constexpr operator std::int64_t() const noexcept { return std::numeric_limits<std::int64_t>::min(); }
};

// A call that leaves an option at this value throws Error (call): "h_maxima: h is required; it must be a number".
inline constexpr Required required{};

}  // namespace preamar
