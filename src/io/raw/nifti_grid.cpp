#include "io/raw/nifti_grid.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "io/metadata.h"
#include "io/raw/grid.h"
#include "io/raw/rotation.h"

#include <preamar/error.h>
#include <preamar/image.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace preamar::io {
namespace {

constexpr std::string_view nifti_units[] = {"", "meter", "millimeter", "micrometer"};  // by their code
constexpr std::int64_t aligned = 2;       // code of a form: coordinates of some other image or of the truth
constexpr double to_lps[] = {-1, -1, 1};  // from RAS and back

struct Affine {
  Matrix3 columns{};  // [row][axis], distances included; x first
  std::array<double, 3> origin{};
  std::string_view name;
};

double distance_along(const NiftiFields& fields, std::size_t axis) {
  const double distance = fields.pixdim[axis + 1];
  return std::isfinite(distance) && distance > 0 ? distance : 1;
}

std::optional<Affine> affine_of(const NiftiFields& fields) {
  if (fields.sform_code > 0) {
    Affine affine{.name = "sform_code"};
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t axis = 0; axis < 3; ++axis) affine.columns[row][axis] = fields.srow[4 * row + axis];
      affine.origin[row] = fields.srow[4 * row + 3];
    }
    return affine;
  }
  if (fields.qform_code <= 0) return std::nullopt;
  constexpr double roundings[] = {3.0 * std::numeric_limits<float>::epsilon(),
                                  3 * std::numeric_limits<double>::epsilon()};
  Affine affine{rotation_of(fields.quatern, roundings[fields.version - 1]), fields.qoffset, "qform_code"};
  for (auto& row : affine.columns) {
    if (fields.pixdim[0] < 0) row[2] = -row[2];
    for (std::size_t axis = 0; axis < 3; ++axis) row[axis] *= distance_along(fields, axis);
  }
  return affine;
}

double length_of(const Matrix3& matrix, std::size_t axis) {
  return std::hypot(matrix[0][axis], matrix[1][axis], matrix[2][axis]);
}

void require_affine(const std::filesystem::path& file, const Affine& affine, int rank) {
  const auto refuse = [&](ErrorKind kind, std::string_view what) {
    throw Error(kind, text(file.string(), ": its field '", affine.name, "' stands for ", what,
                           ", or read only its pixels with ", setting("ignore_metadata", "true")));
  };
  bool is_map = std::ranges::all_of(affine.origin, [](double x) { return std::isfinite(x); });
  bool is_in_plane = affine.origin[2] == 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis) {
    const double length = length_of(affine.columns, axis);
    is_map = is_map && std::isfinite(length) && length > 0;
    is_in_plane = is_in_plane && std::abs(affine.columns[2][axis]) <= 1e-6 * length;
  }
  if (!is_map) refuse(ErrorKind::io, "an orientation that is none; correct it");
  if (rank == 2 && !is_in_plane)
    refuse(ErrorKind::input, "a plane that is not at z = 0; save the image with three axes, the last of one pixel");
}

// The affine map without zeros that have a sign.
double without_sign(double x) { return x == 0 ? 0 : x; }

}  // namespace

Metadata nifti_grid(const std::filesystem::path& file, const NiftiFields& fields, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  const auto unit = static_cast<std::size_t>(fields.xyzt_units & 7);
  Metadata metadata{.axes = named_axes(count)};
  for (std::size_t axis = 0; axis < count; ++axis) {
    Axis& own = metadata.axes[count - 1 - axis];
    own.scale = distance_along(fields, axis);
    if (unit < std::size(nifti_units)) own.unit = nifti_units[unit];
  }
  const std::optional<Affine> affine = affine_of(fields);
  if (!affine) return metadata.empty() ? Metadata() : metadata;
  require_affine(file, *affine, rank);
  metadata.space = "LPS";
  metadata.origin.resize(count);
  metadata.direction.resize(count * count);
  for (std::size_t axis = 0; axis < count; ++axis) {
    double& scale = metadata.axes[count - 1 - axis].scale;
    const double length = length_of(affine->columns, axis);
    if (std::abs(scale - length) > 1e-6 * length) scale = length;  // else rounded in the form
    for (std::size_t row = 0; row < count; ++row)
      metadata.direction[(count - 1 - row) * count + count - 1 - axis] =
          without_sign(to_lps[row] * affine->columns[row][axis] / scale);
    metadata.origin[count - 1 - axis] = without_sign(to_lps[axis] * affine->origin[axis]);
  }
  return simplified(std::move(metadata));
}

void put_nifti_grid(NiftiFields& fields, const Metadata& metadata, int rank) {
  const auto count = static_cast<std::size_t>(rank);
  fields.pixdim.fill(1);
  if (metadata.axes.empty()) return;
  for (std::size_t axis = 0; axis < count; ++axis) fields.pixdim[axis + 1] = metadata.axes[count - 1 - axis].scale;
  const auto* const unit = std::ranges::find(nifti_units, metadata.axes[0].unit);
  if (unit != std::end(nifti_units)) fields.xyzt_units = unit - nifti_units;
  if (metadata.origin.empty() && metadata.direction.empty() && metadata.space.empty()) return;
  const auto direction = metadata.direction.empty() ? identity_matrix(rank) : metadata.direction;
  Matrix3 columns{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t axis = 0; axis < count; ++axis)
      columns[row][axis] = without_sign(to_lps[row] * direction[(count - 1 - row) * count + count - 1 - axis]);
  for (std::size_t row = 0; row < count && !metadata.origin.empty(); ++row)
    fields.qoffset[row] = without_sign(to_lps[row] * metadata.origin[count - 1 - row]);
  fields.sform_code = aligned;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      fields.srow[4 * row + axis] = columns[row][axis] * fields.pixdim[axis + 1];
    fields.srow[4 * row + 3] = fields.qoffset[row];
  }
  if (!is_orthonormal(columns)) {
    fields.qoffset = {};
    return;
  }
  fields.qform_code = aligned;
  if (determinant(columns) < 0) {
    fields.pixdim[0] = -1;
    for (auto& row : columns) row[2] = -row[2];
  }
  fields.quatern = quaternion_of(columns);
}

bool is_held(double value, int version) {
  const double stored = std::abs(value);
  return version == 1 ? stored >= std::numeric_limits<float>::min() && stored <= std::numeric_limits<float>::max()
                      : stored >= std::numeric_limits<double>::min() && stored <= std::numeric_limits<double>::max();
}

Metadata kept_nifti_grid(const Metadata& metadata, int rank, int version) {
  Metadata kept = grid_of_rank(metadata, rank);
  keep_one_unit(kept.axes, nifti_units);
  for (Axis& axis : kept.axes)
    if (!(axis.scale > 0 && is_held(axis.scale, version))) axis.scale = 1;
  const bool is_lps = kept.space.empty() || kept.space == "LPS";
  const double largest = version == 1 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  if (!is_lps || std::ranges::any_of(kept.origin, [&](double x) { return std::abs(x) > largest; })) kept.origin.clear();
  if (!is_lps) kept.direction.clear(), kept.space.clear();
  return kept;
}

}  // namespace preamar::io
