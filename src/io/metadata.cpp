#include "io/metadata.h"

#include "core/error_text.h"
#include "io/georeference.h"

#include <preamar/error.h>

#include <algorithm>
#include <cmath>

namespace preamar::io {
namespace {

bool has_spacing(const Metadata& metadata) {
  return std::ranges::any_of(metadata.axes, [](const Axis& axis) { return axis.scale != 1 || !axis.unit.empty(); });
}

bool has_grid(const Metadata& metadata) {
  return has_spacing(metadata) || !metadata.origin.empty() || !metadata.direction.empty() ||
         !metadata.georeference.empty();
}

bool is_near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

// Spacings that differ by their rounding in a file are equal.
bool is_same_spacing(const Metadata& a, const Metadata& b) {
  return std::ranges::equal(a.axes, b.axes, [](const Axis& p, const Axis& q) {
    return (p.unit == q.unit || p.unit.empty() || q.unit.empty()) &&
           is_near(p.scale, q.scale, 1e-5 * std::max(p.scale, q.scale));
  });
}

// Levels of a pyramid by means and by nearest pixels are shifted by less than half a pixel.
bool is_same_origin(const Metadata& a, const Metadata& b) {
  const std::size_t rank = std::max(a.axes.size(), b.axes.size());
  for (std::size_t i = 0; i < rank; ++i) {
    const double p = i < a.origin.size() ? a.origin[i] : 0, q = i < b.origin.size() ? b.origin[i] : 0;
    if (!is_near(p, q, 0.5 * (i < a.axes.size() ? a.axes[i].scale : 1))) return false;
  }
  return true;
}

bool is_same_direction(const Metadata& a, const Metadata& b) {
  const int rank = static_cast<int>(std::max(a.axes.size(), b.axes.size()));
  const auto p = a.direction.empty() ? identity_matrix(rank) : a.direction;
  const auto q = b.direction.empty() ? identity_matrix(rank) : b.direction;
  return std::ranges::equal(p, q, [](double x, double y) { return is_near(x, y, 1e-5); });
}

// How the grids differ; empty if they do not.
std::string_view difference(const Metadata& a, const Metadata& b) {
  if (!a.axes.empty() && !b.axes.empty() && !is_same_spacing(a, b)) return "spacing";
  if (!is_same_origin(a, b)) return "origin";
  if (!is_same_direction(a, b)) return "direction";
  if (!is_same_grid(a.georeference, b.georeference)) return "georeference";
  return "";
}

// How the meanings of the values differ; empty if they do not, or one of them says nothing.
std::string_view difference(const Quantity& a, const Quantity& b) {
  const auto says_nothing = [](const Quantity& q) { return q.scale == 1 && q.offset == 0 && q.unit.empty(); };
  if (says_nothing(a) || says_nothing(b)) return "";
  if (a.scale != b.scale) return "scale";
  if (a.offset != b.offset) return "offset";
  return a.unit == b.unit || a.unit.empty() || b.unit.empty() ? "" : "unit";
}

std::string spacing_text(const Metadata& metadata) {
  std::string words;
  for (const Axis& axis : metadata.axes)
    words += text(words.empty() ? "" : ", ", axis.name, " ", axis.scale, axis.unit.empty() ? "" : " ", axis.unit);
  return words;
}

}  // namespace

std::vector<double> identity_matrix(int rank) {
  const auto side = static_cast<std::size_t>(rank);
  std::vector<double> matrix(side * side, 0);
  for (std::size_t i = 0; i < side; ++i) matrix[i * (side + 1)] = 1;
  return matrix;
}

Metadata coarser(Metadata metadata, std::span<const double> factors) {
  const std::size_t rank = factors.size();
  if (metadata.axes.size() == rank && !metadata.origin.empty()) {
    const auto direction = metadata.direction.empty() ? identity_matrix(static_cast<int>(rank)) : metadata.direction;
    for (std::size_t row = 0; row < rank; ++row)
      for (std::size_t i = 0; i < rank; ++i)
        metadata.origin[row] += direction[row * rank + i] * metadata.axes[i].scale * (factors[i] - 1) / 2;
  }
  for (std::size_t i = 0; i < rank && metadata.axes.size() == rank; ++i) metadata.axes[i].scale *= factors[i];
  if (rank >= 2) metadata.georeference = scaled(metadata.georeference, factors[rank - 2], factors[rank - 1]);
  return metadata;
}

Metadata simplified(Metadata metadata) {
  if (std::ranges::all_of(metadata.origin, [](double x) { return x == 0; })) metadata.origin.clear();
  if (metadata.direction == identity_matrix(static_cast<int>(metadata.axes.size()))) metadata.direction.clear();
  return metadata;
}

std::vector<std::string> missing_parts(const Metadata& given, const Metadata& kept) {
  std::vector<std::string> parts;
  const auto add = [&](bool is_missing, const char* name) {
    if (is_missing) parts.emplace_back(name);
  };
  const auto differs = [&](auto part, auto fallback) {
    for (std::size_t i = 0; i < given.axes.size(); ++i)
      if (given.axes[i].*part != (i < kept.axes.size() ? kept.axes[i].*part : fallback)) return true;
    return false;
  };
  add(differs(&Axis::scale, 1.0), "spacing");
  add(differs(&Axis::unit, std::string()), "unit");
  add(!given.origin.empty() && kept.origin.empty(), "origin");
  add(!given.direction.empty() && kept.direction.empty(), "direction");
  add(!given.georeference.empty() && kept.georeference.empty(), "georeference");
  add(given.nodata && !kept.nodata, "nodata");
  const Quantity &before = given.quantity, &after = kept.quantity;
  add(before.scale != after.scale || before.offset != after.offset, "scale and offset of the values");
  add(before.unit != after.unit, "unit of the values");
  add(before.description != after.description, "description");
  return parts;
}

}  // namespace preamar::io

namespace preamar {

bool Metadata::empty() const { return !io::has_grid(*this) && !nodata && quantity == Quantity(); }

bool Metadata::operator==(const Metadata& other) const {
  const bool both_nan = nodata && other.nodata && std::isnan(*nodata) && std::isnan(*other.nodata);
  return axes == other.axes && origin == other.origin && direction == other.direction && space == other.space &&
         georeference == other.georeference && (both_nan || nodata == other.nodata) && quantity == other.quantity;
}

Metadata common_metadata(std::string_view op, std::span<const std::string> names, std::span<const Metadata> inputs) {
  Metadata common;
  std::size_t first = inputs.size();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!io::has_grid(inputs[i])) continue;
    if (first == inputs.size()) {
      first = i;
      common = inputs[i];
    } else if (const std::string_view what = io::difference(common, inputs[i]); !what.empty()) {
      const bool is_spacing = what == "spacing";
      throw Error(ErrorKind::input,
                  text(op, ": ", names[first], " and ", names[i], " have different grids (", what,
                       is_spacing ? text(": ", io::spacing_text(common), "; ", io::spacing_text(inputs[i])) : "",
                       "); give images of one grid, or `ignore_metadata=true`"));
    }
  }
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (const std::string_view what = io::difference(inputs[0].quantity, inputs[i].quantity); !what.empty())
      throw Error(ErrorKind::input,
                  text(op, ": the values of ", names[0], " and ", names[i], " have different meanings (", what,
                       "); convert one of them, or compute with the stored values: `ignore_metadata=true`"));
  if (first == inputs.size() && !inputs.empty()) common = inputs[0];  // names of axes
  if (!inputs.empty()) common.nodata = inputs[0].nodata;
  if (!inputs.empty()) common.quantity = inputs[0].quantity;
  return common;
}

}  // namespace preamar
