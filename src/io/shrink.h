// The smaller copies of an image in a pyramid.
#pragma once

#include <preamar/image.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::io {

// A pixel of a level covers two pixels of the level before along each axis that is longer than one.
enum class Shrink {
  mean,     // their mean, rounded to nearest, halves upwards; floats in double precision
  nearest,  // the first of them
};

// The kind that WriteOptions::pyramid names; bool has no means. Throws Error (call) for other words.
[[nodiscard]] Shrink shrink_named(const std::filesystem::path& file, DType dtype, std::string_view pyramid);

// The shapes of all levels, the full image first: halved, rounding up, until one chunk holds it.
[[nodiscard]] std::vector<Shape> level_shapes(const Shape& full, const Shape& chunk);
// `out` has half the extents of `in`, rounded up. Pixels with the value `nodata` do not count in means; without
// others, the mean is `nodata`.
void shrink(Shrink how, std::optional<double> nodata, ConstImageView in, ImageView out);

}  // namespace preamar::io
