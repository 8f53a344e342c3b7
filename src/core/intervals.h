// Classes of pixel values: a value in interval i of a list, from 1, has class i; a value in none has class 0.
#pragma once

#include <preamar/image.h>
#include <preamar/interval.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar {

inline constexpr std::size_t most_intervals = 255;  // a class is one byte

// Intervals whose bounds follow each other.
[[nodiscard]] std::vector<Interval> intervals_of(std::span<const double> bounds);

// Throws Error (call) unless there are at most 255 intervals, each low <= high, of which no two share a value.
void require_intervals(std::string_view op, std::span<const Interval> intervals);

// The values of one pixel type in an interval; none if low > high.
template <class T>
struct Levels {
  T low, high;
};

template <class T>
requires std::is_integral_v<T>
[[nodiscard]] Levels<T> levels_in(const Interval& interval) {
  using Limits = std::numeric_limits<T>;
  constexpr Levels<T> none{1, 0};
  const double beyond = std::ldexp(1.0, Limits::digits);  // one above the highest value
  const double low = std::ceil(interval.low), high = std::floor(interval.high);
  const double lowest = static_cast<double>(Limits::min());
  if (low >= beyond || high < lowest || low > high) return none;
  return {low <= lowest ? Limits::min() : static_cast<T>(low), high >= beyond ? Limits::max() : static_cast<T>(high)};
}

template <class T>
requires std::is_floating_point_v<T>
[[nodiscard]] Levels<T> levels_in(const Interval& interval) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  T low = static_cast<T>(interval.low), high = static_cast<T>(interval.high);
  if (static_cast<double>(low) < interval.low) low = std::nextafter(low, infinity);
  if (static_cast<double>(high) > interval.high) high = std::nextafter(high, -infinity);
  return {low, high};
}

template <class T>
[[nodiscard]] std::vector<Levels<T>> levels_in(std::span<const Interval> intervals) {
  std::vector<Levels<T>> levels;
  for (const Interval& interval : intervals) levels.push_back(levels_in<T>(interval));
  return levels;
}

// The class of values from `least` to `most`; 0 if no interval holds both.
template <class T>
[[nodiscard]] std::uint8_t class_of(std::span<const Levels<T>> classes, T least, T most) {
  const auto found = std::ranges::find_if(
      classes, [&](const Levels<T>& levels) { return least >= levels.low && most <= levels.high; });
  return found == classes.end() ? std::uint8_t{0} : static_cast<std::uint8_t>(found - classes.begin() + 1);
}

// A value of class 0 that pixels of the dtype can have; nothing if there is none below, above or just after an interval
// that a double can hold.
[[nodiscard]] std::optional<double> value_of_no_class(std::span<const Interval> intervals, DType dtype);

}  // namespace preamar
