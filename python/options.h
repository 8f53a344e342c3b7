// Conversion between option values and Python values.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/operator.h>

#include <string>
#include <string_view>

namespace preamar::python {

// As os.fsdecode does: bytes that are not UTF-8 become lone surrogates, and os.fsencode gives the bytes back.
[[nodiscard]] nanobind::str text_from(std::string_view text);
[[nodiscard]] nanobind::object object_from(const Value& value);

// The operator table as Python values, from which functions, docstrings and stubs are generated.
[[nodiscard]] nanobind::list operator_rows();

// The beginning of an error message, such as "label: threads".
[[nodiscard]] std::string argument_of(const Operator& op, std::string_view name);

// The options that are not None. Raises TypeError for a value of the wrong type, ValueError for one out of range.
[[nodiscard]] Values values_from(const Operator& op, const nanobind::dict& given);

}  // namespace preamar::python
