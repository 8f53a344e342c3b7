// Options of reading and writing files, from dicts whose keys are the names of their members.
#pragma once

#include "core/error_text.h"
#include "core/members.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar::python {

// What a caller of Python gives for a member of this type.
template <class T>
constexpr std::string_view kind_of() {
  if constexpr (std::is_same_v<T, bool>) return "True or False";
  if constexpr (std::integral<T>) return "an integer";
  if constexpr (std::floating_point<T>) return "a number";
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>) return "a string or a path";
  return "a sequence";
}

template <class T>
void take(std::string_view name, nanobind::handle given, T& value) {
  if (nanobind::try_cast(given, value)) return;
  throw nanobind::type_error(text(name, " is ", nanobind::repr(given).c_str(), "; it must be ", kind_of<T>()).c_str());
}

inline void take(std::string_view name, nanobind::handle given, Shape& shape) {
  std::vector<std::int64_t> extents;
  take(name, given, extents);
  shape = Shape(extents.data(), static_cast<int>(extents.size()));
}

template <class T>
void take(std::string_view name, nanobind::handle given, std::optional<T>& value) {
  take(name, given, value.emplace());
}

// None means the default.
template <OptionStruct T>
[[nodiscard]] T options_from(const nanobind::dict& given) {
  T options;
  for_each_member(options, [&]<class Value>(const Member& member, Value& value) {
    if constexpr (!OptionStruct<Value>) {
      const nanobind::str name(member.name.data(), member.name.size());
      if (given.contains(name) && !given[name].is_none()) take(member.name, given[name], value);
    }
  });
  return options;
}

}  // namespace preamar::python
