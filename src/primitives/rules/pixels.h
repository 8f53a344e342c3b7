// The operations of `map` on one pixel of type T: independent of the order of pixels.
#pragma once

#include "primitives/map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace preamar::primitives {

template <class T>
class Pixels {
  static constexpr bool floating = std::is_floating_point_v<T>;
  using Limits = std::numeric_limits<T>;
  // The unsigned type as wide as T, for wrapping sums. Not used for floats.
  using Wrapping = std::make_unsigned_t<std::conditional_t<floating, int, T>>;

 public:
  Pixels(const MapSpec& spec, DType dtype)
      : lowest_(floating ? -Limits::infinity() : Limits::lowest()),
        highest_(floating                  ? Limits::infinity()
                 : dtype == DType::boolean ? T{1}
                                           : Limits::max()),
        best_(spec.order == Order::rising ? highest_ : lowest_),
        worst_(spec.order == Order::rising ? lowest_ : highest_) {
    if constexpr (floating)
      read_value_of_float(spec.value);
    else
      read_value_of_integer(spec.value);
  }

  // The operands, for vectorised implementations of the operations.
  [[nodiscard]] T value() const { return value_; }
  // The value, saturated.
  [[nodiscard]] T nearest() const { return nearest_; }
  [[nodiscard]] bool has_value() const { return floating || has_value_; }
  [[nodiscard]] T below() const { return below_; }
  [[nodiscard]] bool all_greater() const { return all_greater_ != 0; }
  [[nodiscard]] T best() const { return best_; }
  [[nodiscard]] T worst() const { return worst_; }
  [[nodiscard]] T lowest() const { return lowest_; }
  [[nodiscard]] T highest() const { return highest_; }
  // The operand of add and subtract. For integers it is unsigned: it may exceed the range of T.
  [[nodiscard]] auto amount() const {
    if constexpr (floating)
      return value_;
    else
      return amount_;
  }
  // The largest value to which the amount can be added without saturation, and the smallest from which it can be
  // subtracted. For floats: no bound.
  [[nodiscard]] T last() const {
    if constexpr (floating) return highest_;
    return static_cast<T>(static_cast<Wrapping>(highest_) - amount_);
  }
  [[nodiscard]] T first() const {
    if constexpr (floating) return lowest_;
    return static_cast<T>(static_cast<Wrapping>(lowest_) + amount_);
  }

  // An infinity stays, even if the sum is NaN.
  [[nodiscard]] T add(T x) const {
    if constexpr (floating) {
      const T sum = x + value_;
      return sum == sum ? sum : x;
    } else {
      return static_cast<T>(static_cast<Wrapping>(std::min(x, last())) + amount_);
    }
  }
  [[nodiscard]] T subtract(T x) const {
    if constexpr (floating) {
      const T rest = x - value_;
      return rest == rest ? rest : x;
    } else {
      return static_cast<T>(static_cast<Wrapping>(std::max(x, first())) - amount_);
    }
  }

  [[nodiscard]] std::uint8_t greater(T x) const {
    if constexpr (floating) return x > below_;
    return static_cast<std::uint8_t>(x > below_) | all_greater_;
  }

  [[nodiscard]] static std::uint8_t nonzero(T x) { return x != T{0}; }

  [[nodiscard]] bool is_void(T x) const {
    if constexpr (floating) return x != x || x == value_;
    return (x == value_) & has_value_;
  }
  [[nodiscard]] std::uint8_t valid(T x) const { return !is_void(x); }
  [[nodiscard]] T replace(T x) const { return is_void(x) ? best_ : x; }
  [[nodiscard]] T inside_edge(T x) const { return is_void(x) ? best_ : worst_; }
  [[nodiscard]] T restore(T x, T other) const { return is_void(x) ? x : other; }

  [[nodiscard]] static std::uint8_t differs(T x, T other) { return x != other; }
  [[nodiscard]] static T difference(T x, T other) {
    if constexpr (floating) {
      return x == other ? T{0} : x - other;
    } else if constexpr (std::is_unsigned_v<T>) {
      return static_cast<T>(x - std::min(x, other));
    } else {
      const auto rest = static_cast<T>(static_cast<Wrapping>(static_cast<Wrapping>(x) - static_cast<Wrapping>(other)));
      const bool beyond = ((x ^ other) & (x ^ rest)) < 0;
      return beyond ? (x < 0 ? Limits::min() : Limits::max()) : rest;
    }
  }

  // Flips all bits that the dtype uses, which maps its range onto itself. No float becomes -0.
  [[nodiscard]] T invert(T x) const {
    if constexpr (floating)
      return T{0} - x;
    else
      return static_cast<T>(x ^ flipped());
  }
  [[nodiscard]] T flipped() const {
    if constexpr (floating)
      return T{0};
    else
      return static_cast<T>(highest_ ^ lowest_);
  }
  template <class Other>
  [[nodiscard]] T keep(T x, Other other) const {
    return other != 0 ? x : nearest_;
  }
  [[nodiscard]] static T ratio(T x, T other) {
    if constexpr (floating) return x / other;
    return x;
  }

 private:
  // `value_` is the nearest value of the type, `below_` the largest that is not greater than `value`.
  void read_value_of_float(double value) {
    const auto most = static_cast<double>(Limits::max());
    if (std::abs(value) > most)
      value_ = std::copysign(Limits::infinity(), static_cast<T>(value > 0 ? 1 : -1));
    else
      value_ = static_cast<T>(value);
    nearest_ = value_;
    below_ = static_cast<double>(value_) > value ? std::nextafter(value_, lowest_) : value_;
  }

  void read_value_of_integer(double value) {
    // The first double beyond the type: a power of two (2 for bool).
    const T half = highest_ / 2;
    const double beyond = std::floor(static_cast<double>(half) + 1) * 2;
    const auto low = static_cast<double>(lowest_);
    const double whole = std::floor(value);
    all_greater_ = value < low;
    below_ = whole >= beyond ? highest_ : whole >= low ? static_cast<T>(whole) : lowest_;
    has_value_ = whole == value && value >= low && value < beyond;
    value_ = has_value_ ? static_cast<T>(value) : T{0};
    nearest_ = value >= beyond ? highest_ : value < low ? lowest_ : value_;
    const auto range = static_cast<Wrapping>(static_cast<Wrapping>(highest_) - static_cast<Wrapping>(lowest_));
    const auto half_range = static_cast<Wrapping>(range / 2);
    const double beyond_range = std::floor(static_cast<double>(half_range) + 1) * 2;
    amount_ = value >= beyond_range ? range : value >= 0 ? static_cast<Wrapping>(value) : Wrapping{0};
  }

  T lowest_, highest_, best_, worst_;
  T value_{}, nearest_{}, below_{};
  Wrapping amount_ = 0;
  std::uint8_t all_greater_ = 0;
  bool has_value_ = false;
};

}  // namespace preamar::primitives
