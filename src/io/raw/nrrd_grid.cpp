// The grid in an NRRD.
#include "core/error_text.h"
#include "core/notation.h"
#include "io/metadata.h"
#include "io/raw/grid.h"
#include "io/units.h"

#include <preamar/error.h>

#include <algorithm>
#include <array>

namespace preamar::io {
namespace {

struct Space {
  std::string_view name, short_name;
  std::array<double, 3> to_lps;  // signs along x, y and z
};
constexpr Space anatomical[] = {{"left-posterior-superior", "lps", {1, 1, 1}},
                                {"right-anterior-superior", "ras", {-1, -1, 1}},
                                {"left-anterior-superior", "las", {1, -1, 1}}};

// Null for a space that is not anatomical, or has time.
const Space* space_of(const HeaderFields& header) {
  const std::string name = lower_case(header.get("space", ""));
  const auto* const found = std::ranges::find_if(
      anatomical, [&](const Space& space) { return name == space.name || name == space.short_name; });
  return found == std::end(anatomical) ? nullptr : found;
}

// The number of axes of space, from the first vector.
std::size_t space_rank(std::string_view vectors) {
  const std::size_t end = vectors.find(')');
  return end == vectors.npos ? 0 : static_cast<std::size_t>(std::ranges::count(vectors.substr(0, end), ',')) + 1;
}

// Sets direction and origin, in the order of the image, from vectors of which each has a number per axis of space.
void set_vectors(Metadata& metadata, const HeaderFields& header, std::size_t rank) {
  const std::size_t space = space_rank(header.get("space directions", ""));
  const auto vectors = numbers_of(header, "space directions", rank * space);
  const auto origin = numbers_of(header, "space origin", space);
  const bool is_plane_at_0 =
      rank == 2 && space == 3 && vectors[2] == 0 && vectors[5] == 0 && (origin.empty() || origin[2] == 0);
  if (space != rank && !is_plane_at_0)
    throw Error(ErrorKind::input,
                text(header.file().string(), ": its ", rank, " axes lie in a space of ", space,
                     " axes, which an image of rank ", rank, " does not keep; read only its pixels with ",
                     setting("ignore_metadata", "true")));
  const Space* const named = space == 3 ? space_of(header) : nullptr;
  if (named) metadata.space = "LPS";
  const auto sign = [&](std::size_t row) { return named ? named->to_lps[row] : 1; };
  const auto flipped = [&](double x, std::size_t row) { return x == 0 ? 0 : sign(row) * x; };
  metadata.direction.resize(rank * rank);
  for (std::size_t axis = 0; axis < rank; ++axis)
    for (std::size_t row = 0; row < rank; ++row)
      metadata.direction[(rank - 1 - row) * rank + rank - 1 - axis] = flipped(vectors[axis * space + row], row);
  if (origin.empty()) return;
  metadata.origin.resize(rank);
  for (std::size_t row = 0; row < rank; ++row) metadata.origin[rank - 1 - row] = flipped(origin[row], row);
}

// The quoted words of a field, fastest axis first; sets no unit unless there is one per axis.
void set_units(Metadata& metadata, std::string_view words) {
  const std::size_t rank = metadata.axes.size();
  std::vector<std::string> units;
  for (std::size_t at = words.find('"'); at != words.npos; at = words.find('"', at)) {
    const std::size_t end = words.find('"', at + 1);
    if (end == words.npos) break;
    units.push_back(unit_word(words.substr(at + 1, end - at - 1)));
    at = end + 1;
  }
  if (units.size() < rank) return;
  for (std::size_t i = 0; i < rank; ++i) metadata.axes[i].unit = units[rank - 1 - i];
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

Metadata nrrd_grid(const HeaderFields& header, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  Metadata metadata{.axes = named_axes(count)};
  if (!header.get("space directions", "").empty()) {
    set_vectors(metadata, header, count);
    normalize_direction(header.file(), metadata);
    set_units(metadata, header.get("space units", ""));
    return simplified(std::move(metadata));
  }
  const auto scales = reversed(numbers_of(header, "spacings", count, Unknown::nan));
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (scales[i] > 0) metadata.axes[i].scale = scales[i];
  set_units(metadata, header.get("units", ""));
  return metadata.empty() ? Metadata() : metadata;
}

std::string nrrd_grid_lines(const Metadata& metadata) {
  const std::size_t rank = metadata.axes.size();
  if (metadata.empty() && metadata.space.empty()) return "";
  if (metadata.origin.empty() && metadata.direction.empty() && metadata.space.empty())
    return text("spacings: ", joined_numbers(scales_of(metadata), " "), "\n",
                has_units(metadata) ? text("units: ", unit_words(metadata), "\n") : "");
  const auto direction = metadata.direction.empty() ? identity_matrix(static_cast<int>(rank)) : metadata.direction;
  const std::vector<double> vectors = transposed(reversed(direction), rank), scales = scales_of(metadata);
  std::string directions;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::vector<double> vector(rank);
    for (std::size_t i = 0; i < rank; ++i) vector[i] = vectors[axis * rank + i] * scales[axis];
    directions += text(axis == 0 ? "(" : " (", joined_numbers(vector, ","), ")");
  }
  const std::vector<double> origin = metadata.origin.empty() ? std::vector<double>(rank, 0) : metadata.origin;
  return text(metadata.space == "LPS" ? "space: left-posterior-superior" : text("space dimension: ", rank),
              "\nspace directions: ", directions, "\n",
              has_units(metadata) ? text("space units: ", unit_words(metadata), "\n") : "", "space origin: (",
              joined_numbers(reversed(origin), ","), ")\n");
}

Metadata kept_nrrd_grid(const Metadata& metadata, int rank) {
  Metadata kept = grid_of_rank(metadata, rank);
  if (rank != 3) kept.space.clear();  // anatomical spaces have three axes
  for (Axis& axis : kept.axes)
    if (axis.unit.find_first_of("\"\\\n\r") != axis.unit.npos) axis.unit.clear();
  return kept;
}

}  // namespace preamar::io
