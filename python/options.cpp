#include "options.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <preamar/error.h>

#include <algorithm>
#include <optional>
#include <string>

namespace nb = nanobind;

namespace preamar::python {
namespace {

// None if the option is required, or if its default depends on the images, such as "rank".
nb::object default_of(const Option& option) {
  const std::optional<Value> value = option.fallback ? option.fallback() : std::nullopt;
  return value ? object_from(*value) : nb::none();
}

const char* type_name(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer:
      return "int";
    case OptionKind::real:
      return "float";
    case OptionKind::reals:
      return "float or sequence of float";
    case OptionKind::intervals:
      return "sequence of (float, float)";
    case OptionKind::flag:
      return "bool";
    case OptionKind::words:
      return "str or sequence of str";
    case OptionKind::word:
      break;
  }
  return "str";
}

nb::dict option_row(const Option& option) {
  nb::list choices;
  for (const auto choice : option.choices) choices.append(text_from(choice));
  nb::dict row;
  row["name"] = text_from(option.name);
  row["type"] = type_name(option.kind);
  row["default"] = default_of(option);
  row["default_text"] = text_from(default_text(option));
  row["required"] = is_required(option);
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
  for (const Option& option : op.options) options.append(option_row(option));
  for (const Output& output : op.outputs) outputs.append(output_row(output));
  nb::dict row;
  row["name"] = text_from(op.name);
  row["summary"] = text_from(op.summary);
  row["topic"] = text_from(name_of(op.topic));
  row["dual_of"] = text_from(op.dual_of);
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

template <class Item>
bool are_all(nb::handle list, const Item& is_item) {
  for (const nb::handle item : list)
    if (!is_item(item)) return false;
  return true;
}

// Pairs of bounds one after the other; empty if these are not pairs.
std::optional<Value> intervals_from(nb::handle list) {
  std::vector<double> bounds;
  for (const nb::handle pair : list) {
    if (!is_list(pair) || nb::len(pair) != 2 || !are_all(pair, is_number)) return {};
    for (const nb::handle bound : pair) bounds.push_back(nb::cast<double>(bound));
  }
  return bounds;
}

// Converts by the Python type only; empty if no option has that type.
std::optional<Value> typed_value(const Operator& op, const Option& option, nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (option.kind == OptionKind::intervals && is_list(value)) return intervals_from(value);
  if (is_list(value) && are_all(value, is_number)) return nb::cast<std::vector<double>>(value);
  if (is_list(value) && are_all(value, [](nb::handle item) { return nb::isinstance<nb::str>(item); }))
    return nb::cast<std::vector<std::string>>(value);
  if (!nb::isinstance<nb::int_>(value)) return {};
  std::int64_t whole = 0;
  if (nb::try_cast(value, whole) || !has_type(option, Value(whole))) return whole;
  throw nb::value_error(
      (argument_of(op, option.name) + " is " + nb::cast<std::string>(nb::str(value)) + "; it must fit into 64 bits")
          .c_str());
}

Value value_from(const Operator& op, const Option& option, nb::handle value) {
  if (std::string word; nb::try_cast(value, word) && is_file_value(option.name, word)) return word;
  const std::optional<Value> typed = typed_value(op, option, value);
  if (!typed || !has_type(option, *typed))
    throw nb::type_error((argument_of(op, option.name) + " is " + nb::cast<std::string>(nb::repr(value)) +
                          "; it must be " + accepted_text(option))
                             .c_str());
  return check_value(op, option, *typed);
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

Values values_from(const Operator& op, const nb::dict& given) {
  Values values;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    const Option& option = option_named(op, name);
    if (!value.is_none()) values[name] = value_from(op, option, value);
  }
  return values;
}

}  // namespace preamar::python
