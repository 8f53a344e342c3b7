#include "io/raw/grid.h"

#include "core/error_text.h"
#include "io/metadata.h"
#include "io/units.h"

#include <preamar/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

namespace preamar::io {
namespace {

std::string digits_of(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string joined(std::span<const double> numbers, std::string_view between) {
  std::string words;
  for (const double number : numbers) words += text(words.empty() ? "" : between, digits_of(number));
  return words;
}

// The numbers of a field, whatever separates them; empty if there is no such field.
std::vector<double> numbers_of(const HeaderFields& header, std::string_view field, std::size_t count) {
  std::string words(header.get(field, ""));
  if (words.empty()) return {};
  std::ranges::replace_if(
      words, [](char c) { return c == '(' || c == ')' || c == ','; }, ' ');
  std::vector<double> numbers;
  for (const std::string_view word : split_words(words)) {
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(number)) break;
    numbers.push_back(number);
  }
  if (numbers.size() != count || split_words(words).size() != count)
    throw Error(ErrorKind::io, text(header.file().string(), ": its header has '", header.get(field, "").substr(0, 80),
                                    "' as ", field, "; ", count, " numbers were expected"));
  return numbers;
}

// Of several names of one field.
std::vector<double> numbers_of(const HeaderFields& header, std::initializer_list<std::string_view> fields,
                               std::size_t count) {
  for (const std::string_view field : fields)
    if (!header.get(field, "").empty()) return numbers_of(header, field, count);
  return {};
}

std::vector<Axis> named_axes(std::size_t rank) {
  std::vector<Axis> axes(rank);
  for (std::size_t i = 0; i < rank; ++i) axes[i].name = "zyx"[i + max_rank - rank];
  return axes;
}

// From vectors along each axis, fastest first, to the order of the image, and back: both reverse rows and columns.
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

// Divides each column by its length, which is the scale of an axis.
void take_scales(Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  for (std::size_t column = 0; column < rank; ++column) {
    double square = 0;
    for (std::size_t row = 0; row < rank; ++row) square += std::pow(metadata.direction[row * rank + column], 2);
    const double length = std::sqrt(square);
    if (!(length > 0)) continue;
    metadata.axes[column].scale = length;
    for (std::size_t row = 0; row < rank; ++row) metadata.direction[row * rank + column] /= length;
  }
}

// From the axes of an anatomical space to left, posterior, superior; nothing for another space.
std::optional<std::array<double, 3>> signs_to_lps(std::string_view space) {
  if (space == "left-posterior-superior" || space == "lps") return std::array<double, 3>{1, 1, 1};
  if (space == "right-anterior-superior" || space == "ras") return std::array<double, 3>{-1, -1, 1};
  if (space == "left-anterior-superior" || space == "las") return std::array<double, 3>{1, -1, 1};
  return std::nullopt;
}

// The quoted words of a field, fastest axis first; empty unless there is one per axis.
std::vector<std::string> units_of(const HeaderFields& header, std::string_view field, std::size_t rank) {
  const std::string_view words = header.get(field, "");
  std::vector<std::string> units;
  for (std::size_t at = words.find('"'); at != words.npos; at = words.find('"', at)) {
    const std::size_t end = words.find('"', at + 1);
    if (end == words.npos) break;
    units.push_back(unit_word(words.substr(at + 1, end - at - 1)));
    at = end + 1;
  }
  return units.size() == rank ? units : std::vector<std::string>();
}

void set_units(Metadata& metadata, const std::vector<std::string>& fastest_first) {
  for (std::size_t i = 0; i < fastest_first.size(); ++i)
    metadata.axes[i].unit = fastest_first[metadata.axes.size() - 1 - i];
}

std::vector<double> scales_of(const Metadata& metadata) {
  std::vector<double> scales;
  for (const Axis& axis : metadata.axes) scales.push_back(axis.scale);
  return reversed(scales);
}

std::string unit_words(const Metadata& metadata) {
  std::string words;
  for (auto axis = metadata.axes.rbegin(); axis != metadata.axes.rend(); ++axis)
    words += text(words.empty() ? "" : " ", "\"", unit_sign(axis->unit), "\"");
  return words;
}

bool has_units(const Metadata& metadata) {
  return std::ranges::any_of(metadata.axes, [](const Axis& axis) { return !axis.unit.empty(); });
}

}  // namespace

Metadata meta_grid(const HeaderFields& header, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  const auto scales = reversed(numbers_of(header, {"ElementSpacing", "ElementSize"}, count));
  Metadata metadata;
  metadata.origin = reversed(numbers_of(header, {"Offset", "Position", "Origin"}, count));
  // A row per axis.
  const auto matrix = numbers_of(header, {"TransformMatrix", "Rotation", "Orientation"}, count * count);
  metadata.direction = reversed(transposed(matrix, matrix.empty() ? 0 : count));
  if (scales.empty() && metadata.origin.empty() && metadata.direction.empty()) return {};
  metadata.axes = named_axes(count);
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (scales[i] > 0) metadata.axes[i].scale = scales[i];
  return simplified(std::move(metadata));
}

std::string meta_grid_lines(const Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  if (metadata.empty()) return "";
  std::string lines = text("ElementSpacing = ", joined(scales_of(metadata), " "), "\n");
  if (!metadata.origin.empty()) lines += text("Offset = ", joined(reversed(metadata.origin), " "), "\n");
  if (!metadata.direction.empty())
    lines += text("TransformMatrix = ", joined(transposed(reversed(metadata.direction), rank), " "), "\n");
  return lines;
}

Metadata nrrd_grid(const HeaderFields& header, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  Metadata metadata;
  metadata.axes = named_axes(count);
  if (const auto vectors = numbers_of(header, "space directions", count * count); !vectors.empty()) {
    metadata.direction = reversed(transposed(vectors, count));
    metadata.origin = reversed(numbers_of(header, "space origin", count));
    if (const auto signs = signs_to_lps(lower_case(header.get("space", ""))); signs && rank == 3) {
      metadata.space = "LPS";
      for (std::size_t i = 0; i < metadata.direction.size(); ++i) metadata.direction[i] *= (*signs)[2 - i / 3];
      for (std::size_t i = 0; i < metadata.origin.size(); ++i) metadata.origin[i] *= (*signs)[2 - i];
    }
    take_scales(metadata);
    set_units(metadata, units_of(header, "space units", count));
    return simplified(std::move(metadata));
  }
  const auto scales = reversed(numbers_of(header, "spacings", count));
  if (scales.empty()) return {};
  for (std::size_t i = 0; i < count; ++i)
    if (scales[i] > 0) metadata.axes[i].scale = scales[i];
  set_units(metadata, units_of(header, "units", count));
  return metadata;
}

std::string nrrd_grid_lines(const Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  if (metadata.empty()) return "";
  if (metadata.origin.empty() && metadata.direction.empty() && metadata.space.empty())
    return text("spacings: ", joined(scales_of(metadata), " "), "\n",
                has_units(metadata) ? text("units: ", unit_words(metadata), "\n") : "");
  const auto direction = metadata.direction.empty() ? identity_matrix(static_cast<int>(rank)) : metadata.direction;
  const std::vector<double> vectors = transposed(reversed(direction), rank), scales = scales_of(metadata);
  std::string directions;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::vector<double> vector(rank);
    for (std::size_t i = 0; i < rank; ++i) vector[i] = vectors[axis * rank + i] * scales[axis];
    directions += text(axis == 0 ? "(" : " (", joined(vector, ","), ")");
  }
  const std::vector<double> origin = metadata.origin.empty() ? std::vector<double>(rank, 0) : metadata.origin;
  return text(metadata.space == "LPS" && rank == 3 ? "space: left-posterior-superior" : text("space dimension: ", rank),
              "\nspace directions: ", directions, "\n",
              has_units(metadata) ? text("space units: ", unit_words(metadata), "\n") : "", "space origin: (",
              joined(reversed(origin), ","), ")\n");
}

}  // namespace preamar::io
