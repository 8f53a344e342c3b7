// Options of the operator table as Python values, and back.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/operator.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace preamar::python {

// As os.fsdecode does: bytes that are not UTF-8 become lone surrogates, and os.fsencode gives the bytes back.
[[nodiscard]] nanobind::str text_from(std::string_view text);
[[nodiscard]] nanobind::object object_from(const Value& value);

// The table, as plain Python values: what the functions, their documentation and the stubs are made from.
[[nodiscard]] nanobind::list operator_rows();

// As "label: threads", with which messages begin.
[[nodiscard]] std::string argument_of(const Operator& op, std::string_view name);
// 0, which is as many as there are, for None. What an int does not hold is a ValueError.
[[nodiscard]] int threads_from(const Operator& op, std::optional<std::int64_t> threads);

// The options that are not None. A value of the wrong type is a TypeError, one out of range a ValueError.
[[nodiscard]] Values values_from(const Operator& op, const nanobind::dict& given);

}  // namespace preamar::python
