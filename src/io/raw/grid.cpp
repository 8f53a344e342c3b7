#include "io/raw/grid.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <preamar/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace preamar::io {
namespace {

std::string digits_of(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

bool are_finite(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

}  // namespace

std::vector<double> numbers_of(const HeaderFields& header, std::string_view field, std::size_t count, Unknown unknown) {
  std::string words(header.get(field, ""));
  if (words.empty()) return {};
  std::ranges::replace_if(
      words, [](char c) { return c == '(' || c == ')' || c == ','; }, ' ');
  std::vector<double> numbers;
  for (const std::string_view word : split_words(words)) {
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_known = std::isfinite(number) || (std::isnan(number) && unknown == Unknown::nan);
    if (error != std::errc() || end != word.data() + word.size() || !is_known) break;
    numbers.push_back(number);
  }
  if (numbers.size() != count || split_words(words).size() != count)
    throw Error(ErrorKind::io, text(header.file().string(), ": its header has '", header.get(field, "").substr(0, 80),
                                    "' as ", field, "; ", count, " numbers were expected"));
  return numbers;
}

std::string joined_numbers(std::span<const double> numbers, std::string_view between) {
  std::string words;
  for (const double number : numbers) words += text(words.empty() ? "" : between, digits_of(number));
  return words;
}

std::vector<Axis> named_axes(std::size_t rank) {
  std::vector<Axis> axes(rank);
  for (std::size_t i = 0; i < rank; ++i) axes[i].name = "zyx"[i + max_rank - rank];
  return axes;
}

Metadata grid_of_rank(const Metadata& metadata, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  if (metadata.axes.size() != count) return {};
  Metadata grid{.axes = metadata.axes};
  if (metadata.origin.size() == count && are_finite(metadata.origin)) grid.origin = metadata.origin;
  if (metadata.direction.size() == count * count && are_finite(metadata.direction)) grid.direction = metadata.direction;
  grid.space = metadata.space;
  return grid;
}

void keep_one_unit(std::vector<Axis>& axes, std::span<const std::string_view> held) {
  const bool is_kept = std::ranges::all_of(axes, [&](const Axis& axis) {
    return axis.unit == axes[0].unit && std::ranges::find(held, axis.unit) != held.end();
  });
  for (Axis& axis : axes)
    if (!is_kept) axis.unit.clear();
}

void normalize_direction(const std::filesystem::path& file, Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    double length = 0;
    for (std::size_t row = 0; row < rank; ++row) length = std::hypot(length, metadata.direction[row * rank + axis]);
    if (!(length > 0) || !std::isfinite(length))
      throw Error(ErrorKind::io,
                  text(file.string(), ": its header gives axis ", metadata.axes[axis].name,
                       " no direction; correct it, or read only its pixels with ", setting("ignore_metadata", "true")));
    if (std::abs(length - 1) <= 1e-5) continue;  // rounded
    metadata.axes[axis].scale *= length;
    for (std::size_t row = 0; row < rank; ++row) metadata.direction[row * rank + axis] /= length;
  }
}

std::vector<double> scales_of(const Metadata& metadata) {
  std::vector<double> scales;
  for (const Axis& axis : metadata.axes) scales.push_back(axis.scale);
  return reversed(scales);
}

std::vector<double> reversed(std::vector<double> numbers) {
  std::ranges::reverse(numbers);
  return numbers;
}

std::vector<double> transposed(const std::vector<double>& matrix, std::size_t rank) {
  std::vector<double> turned(matrix.size());
  for (std::size_t i = 0; i < rank; ++i)
    for (std::size_t k = 0; k < rank; ++k) turned[i * rank + k] = matrix[k * rank + i];
  return turned;
}

}  // namespace preamar::io
