// What the tags of a GeoTIFF say about the grid of an image.
#pragma once

#include <preamar/metadata.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace preamar::io {

// The tags that are kept, and the ASCII tag of GDAL for pixels without data, which is Metadata::nodata.
namespace geo {
inline constexpr std::uint16_t pixel_scale = 33550, tie_points = 33922, transformation = 34264, keys = 34735,
                               doubles = 34736, texts = 34737, gdal_items = 42112, gdal_nodata = 42113;
inline constexpr std::uint16_t kept[] = {pixel_scale, tie_points, transformation, keys, doubles, texts, gdal_items};
}  // namespace geo

using GeoTags = std::vector<GeoTag>;

// From columns and rows to map coordinates: x = t[0] + column * t[1] + row * t[2], y = t[3] + column * t[4] + row *
// t[5], for the upper left corner of pixel (0, 0), or its centre, as the file has it.
using GeoTransform = std::array<double, 6>;

// Nothing if the tags give none.
[[nodiscard]] std::optional<GeoTransform> transform_of(const GeoTags& tags);
// The same for the upper left corner of pixel (0, 0), whatever the file has.
[[nodiscard]] std::optional<GeoTransform> corner_transform_of(const GeoTags& tags);
// The EPSG code of the coordinate system; nothing if the tags name none.
[[nodiscard]] std::optional<int> epsg_code_of(const GeoTags& tags);
// The axes y and x: extents of a pixel, in "meter", "foot" or "degree" as far as the tags say so.
[[nodiscard]] std::vector<Axis> axes_of(const GeoTags& tags);
// Whether both give the same transform, to a hundredth of a pixel, and no different codes of their coordinate systems.
[[nodiscard]] bool is_same_grid(const GeoTags& a, const GeoTags& b);
// The tags of a copy with pixels that are higher and wider by these factors.
[[nodiscard]] GeoTags scaled(GeoTags tags, double down, double across);
// Whether a tag is of the grid, and not only items of GDAL.
[[nodiscard]] bool has_grid_tags(const GeoTags& tags);

}  // namespace preamar::io
