// From one kind of number to another: each pixel alone, so the order of pixels is of no matter.
#pragma once

#include <preamar/image.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace preamar::primitives {

// In which sums over pixels of type T are taken.
template <class T>
using Working = std::conditional_t<sizeof(T) <= 2 || std::is_same_v<T, float>, float, double>;

[[nodiscard]] constexpr DType working_dtype(DType dtype) {
  const bool is_narrow = dtype <= DType::uint16 || dtype == DType::int8 || dtype == DType::int16;
  return is_narrow || dtype == DType::float32 ? DType::float32 : DType::float64;
}

// The nearest whole number, of two the even one; no call and no branch, so that a loop over it becomes vectors.
template <class Real>
[[nodiscard]] Real nearest_whole(Real value) {
  constexpr Real exact = 1 / std::numeric_limits<Real>::epsilon();  // from here on all are whole
  const Real size = std::abs(value);
  const Real whole = std::copysign((size + exact) - exact, value);
  return size < exact ? whole : value;
}

// Numbers as pixels of a dtype whose C++ type is `To`; of bool it is a byte. To a float: rounded once. To an integer:
// the nearest, of two the even one, stopped at the ends of the type, which are 0 and 1 for bool; NaN becomes 0.
template <class To>
class Convert {
  using Limits = std::numeric_limits<To>;

 public:
  explicit Convert(DType to) : highest_(to == DType::boolean ? To{1} : Limits::max()) {}

  [[nodiscard]] To highest() const { return highest_; }
  // The first number beyond an integer type: a power of two, which any float holds. The one before it may not be
  // `highest_`.
  template <class From>
  [[nodiscard]] From beyond() const {
    const To half = highest_ / 2;
    return (static_cast<From>(half) + 1) * 2;
  }
  // The last number that the integer type holds.
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
