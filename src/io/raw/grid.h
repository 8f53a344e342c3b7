// The grid of an image in the headers of MetaImage and NRRD, which have the fastest axis first.
#pragma once

#include "io/header_text.h"

#include <preamar/metadata.h>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

// Throws Error (io) for fields that are not as many numbers as they should be, Error (input) for axes in a space of
// another rank.
[[nodiscard]] Metadata meta_grid(const HeaderFields& header, int rank);
[[nodiscard]] Metadata nrrd_grid(const HeaderFields& header, int rank);

// The fields that hold this grid, as lines; `metadata` is what the function below returned.
[[nodiscard]] std::string meta_grid_lines(const Metadata& metadata);
[[nodiscard]] std::string nrrd_grid_lines(const Metadata& metadata);

// The part of the metadata that these fields hold.
[[nodiscard]] Metadata kept_meta_grid(const Metadata& metadata, int rank);
[[nodiscard]] Metadata kept_nrrd_grid(const Metadata& metadata, int rank);

// Axes, origin, direction and space, each if it is one of `rank` axes and its numbers are finite.
[[nodiscard]] Metadata grid_of_rank(const Metadata& metadata, int rank);
// Leaves the axes without a unit unless all have the same, and `held` has it.
void keep_one_unit(std::vector<Axis>& axes, std::span<const std::string_view> held);
// Makes the columns of the direction unit vectors; their lengths go to the scales. Throws Error (io) for a column of
// zeros.
void normalize_direction(const std::filesystem::path& file, Metadata& metadata);
// z, y and x, or y and x.
[[nodiscard]] std::vector<Axis> named_axes(std::size_t rank);
// Distances of pixels, the fastest axis first.
[[nodiscard]] std::vector<double> scales_of(const Metadata& metadata);

enum class Unknown { refused, nan };
// The numbers of a field, whatever separates them; empty if there is no such field. Throws Error (io) if they are not
// `count` finite numbers, or NaN where that stands for an unknown one.
[[nodiscard]] std::vector<double> numbers_of(const HeaderFields& header, std::string_view field, std::size_t count,
                                             Unknown unknown = Unknown::refused);
// With the fewest digits that read back as the same.
[[nodiscard]] std::string joined_numbers(std::span<const double> numbers, std::string_view between);

// From vectors along each axis, fastest first, to the order of the image, and back: both reverse rows and columns.
[[nodiscard]] std::vector<double> reversed(std::vector<double> numbers);
[[nodiscard]] std::vector<double> transposed(const std::vector<double>& matrix, std::size_t rank);

}  // namespace preamar::io
