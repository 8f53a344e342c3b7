// Conversion between number types, pixel by pixel: independent of the order of pixels.
#pragma once

#include <preamar/image.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace preamar::primitives {

// The type of sums over pixels of type T.
template <class T>
using Working = std::conditional_t<sizeof(T) <= 2 || std::is_same_v<T, float>, float, double>;

[[nodiscard]] constexpr DType working_dtype(DType dtype) {
  const bool is_narrow = dtype <= DType::uint16 || dtype == DType::int8 || dtype == DType::int16;
  return is_narrow || dtype == DType::float32 ? DType::float32 : DType::float64;
}

// Rounds to the nearest integer, ties to even. No call and no branch, so loops vectorise.
template <class Real>
[[nodiscard]] Real nearest_whole(Real value) {
  constexpr Real exact = 1 / std::numeric_limits<Real>::epsilon();  // every value from here on is an integer
  const Real size = std::abs(value);
  const Real whole = std::copysign((size + exact) - exact, value);
  return size < exact ? whole : value;
}

// Converts numbers to pixels of a dtype with C++ type `To` (uint8_t for bool). To floats: rounds once. To integers:
// rounds to nearest, ties to even, and saturates (at 0 and 1 for bool); NaN becomes 0.
template <class To>
class Convert {
  using Limits = std::numeric_limits<To>;

 public:
  explicit Convert(DType to) : highest_(to == DType::boolean ? To{1} : Limits::max()) {}

  [[nodiscard]] To highest() const { return highest_; }
  // The first number beyond an integer type: a power of two, exact in any float type. The float before it may be below
  // `highest_`.
  template <class From>
  [[nodiscard]] From beyond() const {
    const To half = highest_ / 2;
    return (static_cast<From>(half) + 1) * 2;
  }
  // The largest `From` value that the integer type holds.
  template <class From>
  [[nodiscard]] From last() const {
    const From end = beyond<From>();
    return std::min(static_cast<From>(highest_), end - end * std::numeric_limits<From>::epsilon() / 2);
  }

  template <class From>
  [[nodiscard]] To operator()(From value) const {
    if constexpr (std::is_floating_point_v<To> || std::is_same_v<From, bool>) {
      return static_cast<To>(value);
    } else if constexpr (std::is_integral_v<From>) {
      if (std::cmp_less(value, Limits::min())) return Limits::min();
      return std::cmp_greater(value, highest_) ? highest_ : static_cast<To>(value);
    } else {
      const From whole = nearest_whole(value);
      const From number = whole == whole ? whole : From{0};
      const To held = static_cast<To>(std::min(std::max(number, static_cast<From>(Limits::min())), last<From>()));
      return whole >= beyond<From>() ? highest_ : held;
    }
  }

 private:
  To highest_;
};

}  // namespace preamar::primitives
