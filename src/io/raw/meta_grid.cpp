// The grid in a MetaImage. Its space is ITK's: left, posterior, superior.
#include "core/error_text.h"
#include "io/metadata.h"
#include "io/raw/grid.h"
#include "io/units.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace preamar::io {
namespace {

constexpr std::string_view meta_units[] = {"micrometer", "millimeter", "centimeter"};

// Of several names of one field.
std::vector<double> first_numbers_of(const HeaderFields& header, std::initializer_list<std::string_view> fields,
                                     std::size_t count) {
  for (const std::string_view field : fields)
    if (!header.get(field, "").empty()) return numbers_of(header, field, count);
  return {};
}

// Where each axis begins, the fastest first: R (right), A (anterior) and I (inferior) for the axes of LPS.
std::string orientation_of(const Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  const auto direction = metadata.direction.empty() ? identity_matrix(static_cast<int>(rank)) : metadata.direction;
  std::string letters;
  for (std::size_t axis = rank; axis-- > 0;) {
    std::size_t main = 0;
    for (std::size_t row = 1; row < rank; ++row)
      if (std::abs(direction[row * rank + axis]) > std::abs(direction[main * rank + axis])) main = row;
    letters += (direction[main * rank + axis] < 0 ? "LPS" : "RAI")[rank - 1 - main];
  }
  return letters;
}

bool is_anatomical(std::string_view letters, std::size_t rank) {
  return letters.size() == rank && letters.find_first_not_of("RLAPIS") == letters.npos;
}

}  // namespace

Metadata meta_grid(const HeaderFields& header, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  const auto scales = reversed(first_numbers_of(header, {"ElementSpacing", "ElementSize"}, count));
  Metadata metadata{.axes = named_axes(count)};
  metadata.origin = reversed(first_numbers_of(header, {"Offset", "Position", "Origin"}, count));
  // A row per axis.
  const auto matrix = first_numbers_of(header, {"TransformMatrix", "Rotation", "Orientation"}, count * count);
  metadata.direction = reversed(transposed(matrix, matrix.empty() ? 0 : count));
  if (is_anatomical(header.get("AnatomicalOrientation", ""), count)) metadata.space = "LPS";
  const std::string_view unit = header.get("DistanceUnits", "?");
  for (std::size_t i = 0; i < count; ++i) {
    if (!scales.empty() && scales[i] > 0) metadata.axes[i].scale = scales[i];
    if (unit != "?") metadata.axes[i].unit = unit_word(unit);
  }
  if (!metadata.direction.empty()) normalize_direction(header.file(), metadata);
  metadata = simplified(std::move(metadata));
  return metadata.empty() && metadata.space.empty() ? Metadata() : metadata;
}

std::string meta_grid_lines(const Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  if (metadata.empty() && metadata.space.empty()) return "";
  std::string lines = text("ElementSpacing = ", joined_numbers(scales_of(metadata), " "), "\n");
  if (!metadata.origin.empty()) lines += text("Offset = ", joined_numbers(reversed(metadata.origin), " "), "\n");
  if (!metadata.direction.empty())
    lines += text("TransformMatrix = ", joined_numbers(transposed(reversed(metadata.direction), rank), " "), "\n");
  if (metadata.space == "LPS") lines += text("AnatomicalOrientation = ", orientation_of(metadata), "\n");
  const std::string& unit = metadata.axes[0].unit;
  if (!unit.empty()) lines += text("DistanceUnits = ", unit == "micrometer" ? "um" : unit_sign(unit), "\n");
  return lines;
}

Metadata kept_meta_grid(const Metadata& metadata, int rank) {
  Metadata kept = grid_of_rank(metadata, rank);
  keep_one_unit(kept.axes, meta_units);
  return kept;
}

}  // namespace preamar::io
