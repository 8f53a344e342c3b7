// Values of pixels as another dtype has them.
#pragma once

#include "core/dispatch.h"

#include <cmath>
#include <limits>
#include <optional>

namespace preamar {

// The value that pixels of this value have after a conversion to the dtype; nothing if other pixels may have it too.
[[nodiscard]] inline std::optional<double> converted_value(double value, DType dtype) {
  if (dtype == DType::boolean) return std::nullopt;
  return with_type(dtype, [&]<class T>(std::type_identity<T>) -> std::optional<double> {
    if constexpr (std::is_same_v<T, float>) {
      const auto narrow = static_cast<double>(static_cast<float>(value));
      return std::isinf(narrow) == std::isinf(value) ? std::optional(narrow) : std::nullopt;
    } else if constexpr (std::is_same_v<T, double>) {
      return value;
    } else {
      constexpr auto lowest = static_cast<double>(std::numeric_limits<T>::min());
      const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
      return value >= lowest && value < above && value == std::floor(value) ? std::optional(value) : std::nullopt;
    }
  });
}

}  // namespace preamar
