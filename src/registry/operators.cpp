#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/nearest.h"

#include <algorithm>
#include <charconv>

namespace preamar {

extern constinit const Operator reconstruct_row;

namespace {

constexpr const Operator* table[] = {
    &reconstruct_row,
};

std::string kind_text(const Option& option) {
  switch (option.kind) {
    case OptionKind::integer:
      return "a whole number";
    case OptionKind::real:
      return "a number";
    case OptionKind::flag:
      return "true or false";
    case OptionKind::text:
      return "text";
    case OptionKind::word:
      break;
  }
  std::string words;
  for (const auto choice : option.choices) words += text(words.empty() ? "" : " or ", choice);
  return words;
}

[[noreturn]] void refuse(const Operator& op, const Option& option, std::string_view given) {
  throw Error(ErrorKind::call, text(op.name, ": ", option.name, " is '", given, "'; it must be ", kind_text(option)));
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string value_text(const Value& value) {
  return std::visit([](const auto& v) { return text(v); }, value);
}

}  // namespace

std::span<const Operator* const> operators() noexcept { return table; }

const Operator& operator_named(std::string_view name) {
  const Operator* nearest = table[0];
  for (const Operator* op : table) {
    if (op->name == name) return *op;
    if (edits(op->name, name) < edits(nearest->name, name)) nearest = op;
  }
  throw Error(ErrorKind::call, text("operator '", name, "' is unknown; the nearest name is '", nearest->name, "'"));
}

Value parse_value(const Operator& op, const Option& option, std::string_view given) {
  std::int64_t whole = 0;
  double real = 0;
  switch (option.kind) {
    case OptionKind::integer:
      if (parse_whole(given, whole)) return whole;
      break;
    case OptionKind::real:
      if (parse_whole(given, real)) return real;
      break;
    case OptionKind::flag:
      if (given == "true" || given == "false") return given == "true";
      break;
    case OptionKind::word:
    case OptionKind::text:
      return check_value(op, option, std::string(given));
  }
  refuse(op, option, given);
}

Value check_value(const Operator& op, const Option& option, const Value& value) {
  switch (option.kind) {
    case OptionKind::integer:
      if (std::holds_alternative<std::int64_t>(value)) return value;
      break;
    case OptionKind::real:
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
      if (std::holds_alternative<double>(value)) return value;
      break;
    case OptionKind::flag:
      if (std::holds_alternative<bool>(value)) return value;
      break;
    case OptionKind::word:
      if (const auto* word = std::get_if<std::string>(&value))
        if (std::ranges::find(option.choices, *word) != option.choices.end()) return value;
      break;
    case OptionKind::text:
      if (std::holds_alternative<std::string>(value)) return value;
      break;
  }
  refuse(op, option, value_text(value));
}

}  // namespace preamar
