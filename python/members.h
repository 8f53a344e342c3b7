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
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::python {

template <class T>
void take(std::string_view name, nanobind::handle given, T& value) {
  if (!nanobind::try_cast(given, value)) throw nanobind::type_error(text(name, " has a value of a wrong type").c_str());
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
