// Option values as the operator table stores them.
#pragma once

#include <preamar/operator.h>

#include "core/error_text.h"

#include <string_view>

namespace preamar {

// The value of `name`, or `fallback` if the caller gave none. The registry has checked its type.
template <class T>
[[nodiscard]] T value_or(const Values& values, std::string_view name, T fallback) {
  const auto found = values.find(name);
  return found == values.end() ? fallback : std::get<T>(found->second);
}

// Reports a missing required option.
[[noreturn]] inline void throw_missing(std::string_view op, const Option& option) {
  throw Error(ErrorKind::call, text(op, ": ", option.name, " is required; it must be ", accepted_text(option)));
}

}  // namespace preamar
