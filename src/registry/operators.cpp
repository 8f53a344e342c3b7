#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/nearest.h"

#include <algorithm>
#include <charconv>

namespace preamar {

extern constinit const Operator canny_row;
extern constinit const Operator clear_border_row;
extern constinit const Operator close_row;
extern constinit const Operator closing_by_reconstruction_row;
extern constinit const Operator compare_edges_row;
extern constinit const Operator dilate_row;
extern constinit const Operator distance_row;
extern constinit const Operator erode_row;
extern constinit const Operator expand_labels_row;
extern constinit const Operator fill_depressions_row;
extern constinit const Operator fill_holes_row;
extern constinit const Operator gaussian_row;
extern constinit const Operator geodesic_distance_row;
extern constinit const Operator gradient_row;
extern constinit const Operator h_maxima_row;
extern constinit const Operator h_minima_row;
extern constinit const Operator histogram_row;
extern constinit const Operator hysteresis_row;
extern constinit const Operator label_row;
extern constinit const Operator measure_row;
extern constinit const Operator minmax_row;
extern constinit const Operator open_row;
extern constinit const Operator opening_by_reconstruction_row;
extern constinit const Operator otsu_row;
extern constinit const Operator reconstruct_row;
extern constinit const Operator regional_maxima_row;
extern constinit const Operator regional_minima_row;
extern constinit const Operator relabel_row;
extern constinit const Operator remove_small_holes_row;
extern constinit const Operator remove_small_objects_row;
extern constinit const Operator sobel_row;
extern constinit const Operator threshold_row;
extern constinit const Operator top_hat_row;
extern constinit const Operator watershed_row;

namespace {

// clang-format off
constexpr const Operator* table[] = {
    &canny_row,
    &clear_border_row,
    &close_row,
    &closing_by_reconstruction_row,
    &compare_edges_row,
    &dilate_row,
    &distance_row,
    &erode_row,
    &expand_labels_row,
    &fill_depressions_row,
    &fill_holes_row,
    &gaussian_row,
    &geodesic_distance_row,
    &gradient_row,
    &h_maxima_row,
    &h_minima_row,
    &histogram_row,
    &hysteresis_row,
    &label_row,
    &measure_row,
    &minmax_row,
    &open_row,
    &opening_by_reconstruction_row,
    &otsu_row,
    &reconstruct_row,
    &regional_maxima_row,
    &regional_minima_row,
    &relabel_row,
    &remove_small_holes_row,
    &remove_small_objects_row,
    &sobel_row,
    &threshold_row,
    &top_hat_row,
    &watershed_row,
};
// clang-format on

std::string kind_text(const Option& option) {
  switch (option.kind) {
    case OptionKind::integer:
      return "a whole number";
    case OptionKind::real:
      return "a number";
    case OptionKind::reals:
      return "numbers with commas between them, one for each axis or one for all";
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

// Numbers with commas between them; none where a part is no number.
std::vector<double> parse_reals(std::string_view given) {
  std::vector<double> reals;
  while (true) {
    const std::size_t comma = given.find(',');
    double real = 0;
    if (!parse_whole(given.substr(0, comma), real)) return {};
    reals.push_back(real);
    if (comma == std::string_view::npos) return reals;
    given.remove_prefix(comma + 1);
  }
}

std::string value_text(const std::vector<double>& reals) {
  std::string words;
  for (const double real : reals) words += text(words.empty() ? "" : ",", real);
  return words;
}

template <class T>
std::string value_text(const T& value) {
  return text(value);
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
    case OptionKind::reals:
      if (std::vector<double> reals = parse_reals(given); !reals.empty()) return reals;
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
    case OptionKind::reals:
      if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::vector{static_cast<double>(*whole)};
      if (const auto* real = std::get_if<double>(&value)) return std::vector{*real};
      if (const auto* reals = std::get_if<std::vector<double>>(&value); reals && !reals->empty()) return value;
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
  refuse(op, option, std::visit([](const auto& v) { return value_text(v); }, value));
}

}  // namespace preamar
