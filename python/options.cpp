#include "options.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <preamar/error.h>

#include <algorithm>
#include <string>

namespace nb = nanobind;

namespace preamar::python {
namespace {

// None where the default is words about the images, such as "rank".
nb::object default_of(const Operator& op, const Option& option) {
  try {
    return object_from(parse_value(op, option, option.fallback));
  } catch (const Error&) {
    return nb::none();
  }
}

const char* type_name(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer:
      return "int";
    case OptionKind::real:
      return "float";
    case OptionKind::reals:
      return "float or sequence of float";
    case OptionKind::flag:
      return "bool";
    case OptionKind::word:
    case OptionKind::text:
      break;
  }
  return "str";
}

nb::dict option_row(const Operator& op, const Option& option) {
  nb::list choices;
  for (const auto choice : option.choices) choices.append(text_from(choice));
  nb::dict row;
  row["name"] = text_from(option.name);
  row["type"] = type_name(option.kind);
  row["default"] = default_of(op, option);
  row["fallback"] = text_from(option.fallback);
  row["choices"] = nb::tuple(choices);
  row["help"] = text_from(option.help);
  return row;
}

nb::dict input_row(const Input& input) {
  nb::dict row;
  row["name"] = text_from(input.name);
  row["help"] = text_from(input.help);
  row["optional"] = input.presence == Presence::optional;
  return row;
}

nb::dict output_row(const Output& output) {
  constexpr const char* kinds[] = {"image", "number", "real", "table"};
  nb::dict row;
  row["name"] = text_from(output.name);
  row["help"] = text_from(output.help);
  row["kind"] = kinds[static_cast<int>(output.kind)];
  row["with"] = text_from(output.with);
  return row;
}

nb::dict operator_row(const Operator& op) {
  nb::list inputs, options, outputs;
  for (const Input& input : op.inputs) inputs.append(input_row(input));
  for (const Option& option : op.options) options.append(option_row(op, option));
  for (const Output& output : op.outputs) outputs.append(output_row(output));
  nb::dict row;
  row["name"] = text_from(op.name);
  row["summary"] = text_from(op.summary);
  row["inputs"] = inputs;
  row["options"] = options;
  row["outputs"] = outputs;
  row["example"] = text_from(op.example);
  return row;
}

bool is_number(nb::handle value) {
  return nb::isinstance<nb::float_>(value) || (nb::isinstance<nb::int_>(value) && !nb::isinstance<nb::bool_>(value));
}

bool is_list(nb::handle value) { return nb::isinstance<nb::list>(value) || nb::isinstance<nb::tuple>(value); }

bool are_numbers(nb::handle list) {
  for (const nb::handle item : list)
    if (!is_number(item)) return false;
  return true;
}

bool has_type(OptionKind kind, nb::handle value) {
  const bool flag = nb::isinstance<nb::bool_>(value);
  switch (kind) {
    case OptionKind::integer:
      return nb::isinstance<nb::int_>(value) && !flag;
    case OptionKind::real:
      return is_number(value);
    case OptionKind::reals:
      return is_number(value) || (is_list(value) && are_numbers(value));
    case OptionKind::flag:
      return flag;
    case OptionKind::word:
    case OptionKind::text:
      break;
  }
  return nb::isinstance<nb::str>(value);
}

std::string what_would_do(const Option& option) {
  if (option.kind == OptionKind::integer) return "a whole number";
  if (option.kind == OptionKind::real) return "a number";
  if (option.kind == OptionKind::reals) return "a number, or a list of them, one for each axis";
  if (option.kind == OptionKind::flag) return "True or False";
  std::string words;
  for (const auto choice : option.choices) words += (words.empty() ? "" : " or ") + std::string(choice);
  return words.empty() ? "text" : words;
}

// `value` has the option's type.
Value typed_value(const std::string& argument, nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (is_list(value)) return nb::cast<std::vector<double>>(value);
  std::int64_t whole = 0;
  if (nb::try_cast(value, whole)) return whole;
  throw nb::value_error(
      (argument + " is " + nb::cast<std::string>(nb::str(value)) + "; it must fit into 64 bits").c_str());
}

Value value_from(const Operator& op, const Option& option, nb::handle value) {
  const std::string argument = argument_of(op, option.name);
  if (!has_type(option.kind, value))
    throw nb::type_error(
        (argument + " is " + nb::cast<std::string>(nb::repr(value)) + "; it must be " + what_would_do(option)).c_str());
  return check_value(op, option, typed_value(argument, value));
}

}  // namespace

nb::str text_from(std::string_view text) {
  PyObject* const decoded = PyUnicode_DecodeFSDefaultAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  if (!decoded) throw nb::python_error();
  return nb::steal<nb::str>(decoded);
}

nb::object object_from(const Value& value) {
  if (const auto* reals = std::get_if<std::vector<double>>(&value))
    return reals->size() == 1 ? nb::object(nb::float_(reals->front())) : nb::object(nb::tuple(nb::cast(*reals)));
  return std::visit([](const auto& v) -> nb::object { return nb::cast(v); }, value);
}

nb::list operator_rows() {
  nb::list rows;
  for (const Operator* op : operators()) rows.append(operator_row(*op));
  return rows;
}

std::string argument_of(const Operator& op, std::string_view name) {
  return std::string(op.name) + ": " + std::string(name);
}

std::int64_t at_least_one(const std::string& argument, std::optional<std::int64_t> value, std::int64_t highest,
                          std::string_view none) {
  if (!value) return 0;
  if (*value < 1 || *value > highest)
    throw nb::value_error((argument + " is " + std::to_string(*value) + "; it must be from 1 to " +
                           std::to_string(highest) + ", or None for " + std::string(none))
                              .c_str());
  return *value;
}

Values values_from(const Operator& op, const nb::dict& given) {
  Values values;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    const auto option = std::ranges::find(op.options, name, &Option::name);
    if (option == op.options.end())
      throw nb::type_error((std::string(op.name) + ": option '" + name + "' is unknown").c_str());
    if (!value.is_none()) values[name] = value_from(op, *option, value);
  }
  return values;
}

}  // namespace preamar::python
