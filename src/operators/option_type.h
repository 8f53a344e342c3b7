// Maps the type of an options member to its kind in the table of operators, and converts its values in both directions.
#pragma once

#include "core/dtype_names.h"
#include "core/intervals.h"

#include <preamar/operator.h>
#include <preamar/required.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar {

// The names of the enumerators, in their order.
template <class Enum>
inline constexpr auto words_of = std::array<std::string_view, 0>{};

template <>
inline constexpr auto words_of<DType> = std::to_array(dtype_names);

// The fields of an Option that follow from the type of its member.
struct OptionShape {
  OptionKind kind;
  std::span<const std::string_view> choices = {};
  int count = 0;
};

// value_of() returns nothing for a member that is not set: `required`, an empty optional or an empty list.
template <class T>
struct OptionType;

template <>
struct OptionType<bool> {
  static constexpr OptionShape shape{OptionKind::flag};
  static std::optional<Value> value_of(bool flag) { return flag; }
  static bool member_of(const Value& value) { return std::get<bool>(value); }
};

template <>
struct OptionType<int> {
  static constexpr OptionShape shape{OptionKind::integer};
  static std::optional<Value> value_of(int number) { return std::int64_t{number}; }
  // Clamped to the range of int; the operator's own check then rejects the value.
  static int member_of(const Value& value) {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<std::int64_t>(std::get<std::int64_t>(value), Limits::min(), Limits::max()));
  }
};

template <>
struct OptionType<std::int64_t> {
  static constexpr OptionShape shape{OptionKind::integer};
  static std::optional<Value> value_of(std::int64_t number) {
    return number == std::int64_t{required} ? std::nullopt : std::optional<Value>(number);
  }
  static std::int64_t member_of(const Value& value) { return std::get<std::int64_t>(value); }
};

template <>
struct OptionType<double> {
  static constexpr OptionShape shape{OptionKind::real};
  static std::optional<Value> value_of(double number) {
    return std::isnan(number) ? std::nullopt : std::optional<Value>(number);
  }
  static double member_of(const Value& value) { return std::get<double>(value); }
};

template <>
struct OptionType<std::vector<double>> {
  static constexpr OptionShape shape{OptionKind::reals};
  static std::optional<Value> value_of(const std::vector<double>& numbers) { return numbers; }
  static std::vector<double> member_of(const Value& value) { return std::get<std::vector<double>>(value); }
};

template <>
struct OptionType<std::array<double, 2>> {
  static constexpr OptionShape shape{.kind = OptionKind::reals, .count = 2};
  static std::optional<Value> value_of(const std::array<double, 2>& pair) {
    return std::vector<double>(pair.begin(), pair.end());
  }
  static std::array<double, 2> member_of(const Value& value) {
    const auto& numbers = std::get<std::vector<double>>(value);
    return {numbers[0], numbers[1]};
  }
};

template <>
struct OptionType<std::vector<Interval>> {
  static constexpr OptionShape shape{OptionKind::intervals};
  static std::optional<Value> value_of(const std::vector<Interval>& intervals) {
    if (intervals.empty()) return {};
    std::vector<double> bounds;
    for (const Interval& interval : intervals) bounds.insert(bounds.end(), {interval.low, interval.high});
    return bounds;
  }
  static std::vector<Interval> member_of(const Value& value) {
    return intervals_of(std::get<std::vector<double>>(value));
  }
};

template <class Enum>
requires std::is_enum_v<Enum>
struct OptionType<Enum> {
  static constexpr OptionShape shape{.kind = OptionKind::word, .choices = words_of<Enum>};
  static std::optional<Value> value_of(Enum member) {
    return std::string(words_of<Enum>[static_cast<std::size_t>(member)]);
  }
  static Enum named(std::string_view word) {
    return static_cast<Enum>(std::ranges::find(words_of<Enum>, word) - words_of<Enum>.begin());
  }
  static Enum member_of(const Value& value) { return named(std::get<std::string>(value)); }
};

template <class Enum>
requires std::is_enum_v<Enum>
struct OptionType<std::vector<Enum>> {
  static constexpr OptionShape shape{.kind = OptionKind::words, .choices = words_of<Enum>};
  static std::optional<Value> value_of(const std::vector<Enum>& members) {
    if (members.empty()) return {};
    std::vector<std::string> words;
    for (const Enum member : members) words.emplace_back(words_of<Enum>[static_cast<std::size_t>(member)]);
    return words;
  }
  static std::vector<Enum> member_of(const Value& value) {
    std::vector<Enum> members;
    for (const std::string& word : std::get<std::vector<std::string>>(value))
      members.push_back(OptionType<Enum>::named(word));
    return members;
  }
};

template <class T>
struct OptionType<std::optional<T>> {
  static constexpr OptionShape shape = OptionType<T>::shape;
  static std::optional<Value> value_of(const std::optional<T>& member) {
    return member ? OptionType<T>::value_of(*member) : std::nullopt;
  }
  static std::optional<T> member_of(const Value& value) { return OptionType<T>::member_of(value); }
};

}  // namespace preamar
