// Values of options: read from text, checked one by one and all together.
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/nearest.h"
#include "core/values.h"

#include <algorithm>
#include <charconv>

namespace preamar {
namespace {

std::string list_text(std::span<const std::string_view> words, std::string_view between) {
  std::string list;
  for (const std::string_view word : words) list += text(list.empty() ? "" : between, word);
  return list;
}

// As "nearest, reflect or wrap".
std::string choice_text(std::span<const std::string_view> words) {
  if (words.size() < 2) return list_text(words, "");
  return text(list_text(words.first(words.size() - 1), ", "), " or ", words.back());
}

[[noreturn]] void refuse(const Operator& op, const Option& option, std::string_view given) {
  throw Error(ErrorKind::call,
              text(op.name, ": ", option.name, " is '", given, "'; it must be ", accepted_text(option)));
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::vector<std::string_view> parts_of(std::string_view given, char between = ',') {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = given.find(between);
    parts.push_back(given.substr(0, end));
    if (end == std::string_view::npos) return parts;
    given.remove_prefix(end + 1);
  }
}

// Numbers with commas between them; none where a part is not a number.
std::vector<double> parse_reals(std::string_view given) {
  std::vector<double> reals;
  for (const std::string_view part : parts_of(given))
    if (!parse_whole(part, reals.emplace_back())) return {};
  return reals;
}

// Intervals as low:high, with commas between them; none where a part is no interval.
std::vector<double> parse_intervals(std::string_view given) {
  std::vector<double> bounds;
  for (const std::string_view part : parts_of(given)) {
    const std::vector<std::string_view> pair = parts_of(part, ':');
    if (pair.size() != 2 || !parse_whole(pair[0], bounds.emplace_back()) ||
        !parse_whole(pair[1], bounds.emplace_back()))
      return {};
  }
  return bounds;
}

std::string value_text(bool flag) { return flag ? "true" : "false"; }

template <class T>
std::string value_text(const T& value) {
  return text(value);
}

template <class T>
std::string value_text(const std::vector<T>& list) {
  std::string words;
  for (const T& item : list) words += text(words.empty() ? "" : ",", item);
  return words;
}

std::string value_text(const Value& value) {
  return std::visit([](const auto& v) { return value_text(v); }, value);
}

// A list with an unknown word: names the word and the nearest choice.
[[noreturn]] void refuse_word(const Operator& op, const Option& option, std::span<const std::string> words,
                              std::string_view unknown) {
  throw Error(ErrorKind::call, text(op.name, ": ", option.name, words.size() > 1 ? " has '" : " is '", unknown, "'; ",
                                    nearest_text(unknown, option.choices, text("it must be ", accepted_text(option)))));
}

bool is_choice(const Option& option, std::string_view word) {
  return std::ranges::find(option.choices, word) != option.choices.end();
}

// The value as the operator reads it, of a type that the option takes.
Value converted(const Option& option, const Value& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* word = std::get_if<std::string>(&value);
  if (option.kind == OptionKind::real && whole) return static_cast<double>(*whole);
  if (option.kind == OptionKind::reals && whole) return std::vector{static_cast<double>(*whole)};
  if (option.kind == OptionKind::reals && real) return std::vector{*real};
  if (option.kind == OptionKind::words && word) {
    const std::vector<std::string_view> parts = parts_of(*word);
    return std::vector<std::string>(parts.begin(), parts.end());
  }
  return value;
}

// Whether a value that was converted is among those that the option takes.
bool is_accepted(const Option& option, const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return is_choice(option, *word);
  if (option.kind == OptionKind::intervals) {
    const std::size_t bounds = std::get<std::vector<double>>(value).size();
    return bounds > 0 && bounds % 2 == 0;
  }
  if (const auto* reals = std::get_if<std::vector<double>>(&value))
    return option.count == 0 ? !reals->empty() : std::ssize(*reals) == option.count;
  if (const auto* words = std::get_if<std::vector<std::string>>(&value))
    return !words->empty() && std::ranges::all_of(*words, [&](const auto& word) { return is_choice(option, word); });
  return true;
}

// The names of an operator's inputs, with commas between them.
std::string input_names(const Operator& op) {
  std::string names;
  for (const Input& input : op.inputs) names += text(names.empty() ? "" : ", ", input.name);
  return names;
}

std::string option_names(const Operator& op) {
  std::string names;
  for (const Option& option : op.options) names += text(names.empty() ? "" : ", ", option.name);
  return names.empty() ? "no options" : names;
}

void require_count(const Operator& op, std::size_t images) {
  if (images > op.inputs.size())
    throw Error(ErrorKind::call,
                text(op.name, ": ", images, " images are given; it takes ", op.inputs.size(), ": ", input_names(op)));
  if (images < op.inputs.size() && op.inputs[images].presence == Presence::mandatory)
    throw Error(ErrorKind::call, text(op.name, ": ", op.inputs[images].name, " is required"));
}

}  // namespace

const Option& option_named(const Operator& op, std::string_view name) {
  for (const Option& option : op.options)
    if (option.name == name) return option;
  throw Error(ErrorKind::call,
              text(op.name, ": option '", name, "' is unknown; ",
                   nearest_text(name, op.options, text("it takes ", option_names(op)), &Option::name)));
}

bool has_option(const Operator& op, std::string_view name) noexcept {
  return std::ranges::find(op.options, name, &Option::name) != op.options.end();
}

bool takes_valid(const Operator& op) noexcept { return op.inputs.back().name == "valid"; }

bool is_required(const Option& option) {
  return option.fallback_words.empty() && !(option.fallback && option.fallback());
}

std::string default_text(const Option& option) {
  if (is_required(option)) return "";
  return option.fallback ? value_text(*option.fallback()) : std::string(option.fallback_words);
}

std::string accepted_text(const Option& option) {
  switch (option.kind) {
    case OptionKind::integer:
      return "an integer";
    case OptionKind::real:
      return "a number";
    case OptionKind::reals:
      return option.count == 2 ? "two numbers, such as 0,255" : "a number, or one for each axis, such as 2,1,1";
    case OptionKind::flag:
      return "true or false";
    case OptionKind::intervals:
      return "one or more pairs of bounds, such as 80:120,121:255 or [(80, 120), (121, 255)]";
    case OptionKind::words:
      return "one or more of " + list_text(option.choices, ", ");
    case OptionKind::word:
      break;
  }
  return choice_text(option.choices);
}

bool has_type(const Option& option, const Value& value) noexcept {
  const bool is_whole = std::holds_alternative<std::int64_t>(value);
  const bool is_number = is_whole || std::holds_alternative<double>(value);
  switch (option.kind) {
    case OptionKind::integer:
      return is_whole;
    case OptionKind::real:
      return is_number;
    case OptionKind::reals:
      return is_number || std::holds_alternative<std::vector<double>>(value);
    case OptionKind::intervals:
      return std::holds_alternative<std::vector<double>>(value);
    case OptionKind::flag:
      return std::holds_alternative<bool>(value);
    case OptionKind::words:
      return std::holds_alternative<std::string>(value) || std::holds_alternative<std::vector<std::string>>(value);
    case OptionKind::word:
      break;
  }
  return std::holds_alternative<std::string>(value);
}

Value parse_value(const Operator& op, const Option& option, std::string_view given) {
  std::int64_t whole = 0;
  double real = 0;
  switch (option.kind) {
    case OptionKind::integer:
      if (parse_whole(given, whole)) return check_value(op, option, whole);
      break;
    case OptionKind::real:
      if (parse_whole(given, real)) return check_value(op, option, real);
      break;
    case OptionKind::reals:
      if (is_file_value(option.name, std::string(given))) return std::string(given);
      if (std::vector<double> reals = parse_reals(given); !reals.empty()) return check_value(op, option, reals);
      break;
    case OptionKind::intervals:
      if (std::vector<double> bounds = parse_intervals(given); !bounds.empty())
        return check_value(op, option, std::move(bounds));
      break;
    case OptionKind::flag:
      if (given == "true" || given == "false") return given == "true";
      break;
    case OptionKind::word:
    case OptionKind::words:
      return check_value(op, option, std::string(given));
  }
  refuse(op, option, given);
}

Value check_value(const Operator& op, const Option& option, const Value& value) {
  if (!has_type(option, value)) refuse(op, option, value_text(value));
  Value own = converted(option, value);
  if (is_accepted(option, own)) return own;
  if (const auto* words = std::get_if<std::vector<std::string>>(&own))
    for (const std::string& word : *words)
      if (!is_choice(option, word)) refuse_word(op, option, *words, word);
  refuse(op, option, value_text(value));
}

Values check_call(const Operator& op, std::size_t images, const Values& options) {
  require_count(op, images);
  Values checked;
  for (const auto& [name, value] : options) checked.emplace(name, check_value(op, option_named(op, name), value));
  for (const Option& option : op.options)
    if (!checked.contains(option.name) && is_required(option)) throw_missing(op.name, option);
  return checked;
}

}  // namespace preamar
