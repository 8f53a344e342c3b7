// Options as the table carries them.
#pragma once

#include <preamar/operator.h>

#include "core/error_text.h"

#include <string_view>

namespace preamar {

// The value of `name`, or `fallback` where the caller gave none; the registry has checked its type.
template <class T>
[[nodiscard]] T value_or(const Values& values, std::string_view name, T fallback) {
  const auto found = values.find(name);
  return found == values.end() ? fallback : std::get<T>(found->second);
}

// Of an option that a call must give and did not.
[[noreturn]] inline void throw_missing(std::string_view op, const Option& option) {
  throw Error(ErrorKind::call, text(op, ": ", option.name, " is required; it must be ", accepted_text(option)));
}

}  // namespace preamar
