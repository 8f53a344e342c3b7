/// @file
/// The initial value of options without a default.
#pragma once

#include <preamar/export.h>

#include <cstdint>
#include <limits>

namespace preamar {

/// The type of `required`: converts to a value that no call accepts.
struct Required {
  constexpr operator double() const noexcept { return std::numeric_limits<double>::quiet_NaN(); }
  constexpr operator std::int64_t() const noexcept { return std::numeric_limits<std::int64_t>::min(); }
};

/// Marks an option that must be set. A call that leaves it throws Error of kind `call`:
/// "h_maxima: h is required; it must be a number".
inline constexpr Required required{};

}  // namespace preamar
