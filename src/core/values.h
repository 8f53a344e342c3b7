// Options as the table carries them, read into an operator's own struct.
#pragma once

#include <preamar/operator.h>

#include <string_view>

namespace preamar {

// The value of `name`, or `fallback` where the caller gave none; the registry has checked its type.
template <class T>
[[nodiscard]] T value_or(const Values& values, std::string_view name, T fallback) {
  const auto found = values.find(name);
  return found == values.end() ? fallback : std::get<T>(found->second);
}

}  // namespace preamar
