// Order-preserving keys: maps pixels of a dtype to the unsigned type T of the same width.
#pragma once

#include "primitives/propagate.h"

#include <preamar/image.h>

#include <type_traits>

namespace preamar::primitives {

// Integers: flip the sign bit. Floats: complement negative numbers, set the sign bit of positive ones; -0.0 is read as
// +0.0. A falling order complements the key (negation would overflow at the minimum integer). NaN has the worst key, 0,
// which no number has.
template <class T>
struct Keys {
  static constexpr T top = T{1} << (8 * sizeof(T) - 1);
  static constexpr T infinity = sizeof(T) == 8 ? static_cast<T>(0x7FF0000000000000) : static_cast<T>(0x7F800000);
  static constexpr T nan = sizeof(T) == 8 ? static_cast<T>(0x7FF8000000000000) : static_cast<T>(0x7FC00000);

  Keys(DType dtype, Order order)
      : flip(static_cast<T>((dtype >= DType::int8 && !is_floating(dtype) ? top : T{0}) ^
                            (order == Order::falling ? static_cast<T>(~T{0}) : T{0}))),
        floating(is_floating(dtype)) {}

  [[nodiscard]] T key(T bits) const {
    if (!floating) return static_cast<T>(bits ^ flip);
    if (static_cast<T>(bits & ~top) > infinity) return 0;
    const T plain = bits == top ? T{0} : bits;
    return static_cast<T>(plain ^ (plain & top ? static_cast<T>(~T{0}) : top) ^ flip);
  }
  [[nodiscard]] T bits(T key) const {
    if (!floating) return static_cast<T>(key ^ flip);
    if (key == 0) return nan;
    const T folded = static_cast<T>(key ^ flip);
    return static_cast<T>(folded ^ (folded & top ? top : static_cast<T>(~T{0})));
  }

  T flip;
  bool floating;
};

}  // namespace preamar::primitives
