#include "io/georeference.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace preamar::io {
namespace {

// Codes of GeoTIFF's keys and of their values.
constexpr std::uint16_t raster_type = 1025, geographic_system = 2048, projected_system = 3072, linear_unit = 3076;
constexpr std::uint16_t point_pixels = 2, metre = 9001, foot = 9002, survey_foot = 9003;

template <class T>
std::vector<T> values_of(const GeoTags& tags, std::uint16_t number) {
  const auto tag = std::ranges::find(tags, number, &GeoTag::number);
  if (tag == tags.end()) return {};
  std::vector<T> values(tag->values.size() / sizeof(T));
  std::memcpy(values.data(), tag->values.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
void set_values(GeoTags& tags, std::uint16_t number, const std::vector<T>& values) {
  const auto tag = std::ranges::find(tags, number, &GeoTag::number);
  if (tag != tags.end()) std::memcpy(tag->values.data(), values.data(), values.size() * sizeof(T));
}

// The value of a key that is a code; 0 if there is none.
std::uint16_t code_of(const GeoTags& tags, std::uint16_t key) {
  const auto words = values_of<std::uint16_t>(tags, geo::keys);
  for (std::size_t i = 4; i + 3 < words.size(); i += 4)
    if (words[i] == key && words[i + 1] == 0) return words[i + 3];
  return 0;
}

}  // namespace

std::optional<GeoTransform> transform_of(const GeoTags& tags) {
  if (const auto matrix = values_of<double>(tags, geo::transformation); matrix.size() >= 16)
    return GeoTransform{matrix[3], matrix[0], matrix[1], matrix[7], matrix[4], matrix[5]};
  const auto scale = values_of<double>(tags, geo::pixel_scale), tie = values_of<double>(tags, geo::tie_points);
  if (scale.size() < 2 || tie.size() < 6) return std::nullopt;
  return GeoTransform{tie[3] - tie[0] * scale[0], scale[0], 0, tie[4] + tie[1] * scale[1], 0, -scale[1]};
}

std::optional<GeoTransform> corner_transform_of(const GeoTags& tags) {
  auto transform = transform_of(tags);
  if (!transform || code_of(tags, raster_type) != point_pixels) return transform;
  GeoTransform& t = *transform;
  t[0] -= (t[1] + t[2]) / 2;
  t[3] -= (t[4] + t[5]) / 2;
  return t;
}

std::optional<int> epsg_code_of(const GeoTags& tags) {
  constexpr std::uint16_t user_defined = 32767;
  for (const std::uint16_t key : {projected_system, geographic_system})
    if (const std::uint16_t code = code_of(tags, key); code != 0)
      return code == user_defined ? std::nullopt : std::optional<int>(code);
  return std::nullopt;
}

std::vector<Axis> axes_of(const GeoTags& tags) {
  const auto transform = transform_of(tags);
  if (!transform) return {};
  const auto& t = *transform;
  const double down = std::hypot(t[2], t[5]), across = std::hypot(t[1], t[4]);
  if (!(down > 0 && across > 0 && std::isfinite(down) && std::isfinite(across))) return {};
  std::string unit;
  const std::uint16_t code = code_of(tags, linear_unit);
  if (code_of(tags, projected_system) != 0 && (code == 0 || code == metre)) unit = "meter";
  if (code == foot || code == survey_foot) unit = "foot";
  if (code_of(tags, projected_system) == 0 && code_of(tags, geographic_system) != 0) unit = "degree";
  return {{"y", unit, down}, {"x", unit, across}};
}

bool is_same_grid(const GeoTags& a, const GeoTags& b) {
  for (const std::uint16_t key : {projected_system, geographic_system})
    if (code_of(a, key) != 0 && code_of(b, key) != 0 && code_of(a, key) != code_of(b, key)) return false;
  const auto s = transform_of(a), t = transform_of(b);
  if (!s || !t) return true;
  const double pixel = std::hypot((*s)[1], (*s)[4]);
  for (std::size_t i = 0; i < s->size(); ++i) {
    const bool is_corner = i % 3 == 0;
    if (!(std::abs((*s)[i] - (*t)[i]) <= pixel * (is_corner ? 1e-2 : 1e-9))) return false;
  }
  return true;
}

// The pixels of a copy begin at the same corner. If the tags give the position of the first pixel's centre, it moves.
GeoTags scaled(GeoTags tags, double down, double across) {
  const double centre = code_of(tags, raster_type) == point_pixels ? 0.5 : 0;
  if (auto matrix = values_of<double>(tags, geo::transformation); matrix.size() >= 16) {
    for (std::size_t row = 0; row < 3; ++row) {
      double* const m = matrix.data() + 4 * row;
      m[3] += centre * ((across - 1) * m[0] + (down - 1) * m[1]);
      m[0] *= across;
      m[1] *= down;
    }
    set_values(tags, geo::transformation, matrix);
  }
  auto scale = values_of<double>(tags, geo::pixel_scale);
  auto tie = values_of<double>(tags, geo::tie_points);
  for (std::size_t i = 0; i + 5 < tie.size(); i += 6) {
    tie[i] = (tie[i] + centre) / across - centre;
    tie[i + 1] = (tie[i + 1] + centre) / down - centre;
  }
  if (scale.size() >= 2) {
    scale[0] *= across;
    scale[1] *= down;
  }
  set_values(tags, geo::pixel_scale, scale);
  set_values(tags, geo::tie_points, tie);
  return tags;
}

bool has_grid_tags(const GeoTags& tags) {
  return std::ranges::any_of(tags, [](const GeoTag& tag) { return tag.number != geo::gdal_items; });
}

}  // namespace preamar::io
