/// @file
/// What a file says about an image besides its pixels. It travels beside the pixels, from input files to output files.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar {

/// One axis of an image.
struct Axis {
  std::string name = "";  ///< "z", "y" or "x"
  std::string unit = "";  ///< as in OME: "micrometer"; empty: unknown
  double scale = 1;       ///< distance of neighbouring pixels along the axis, in its unit
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// A tag of a GeoTIFF as the file stores it.
struct GeoTag {
  std::uint16_t number = 0;       ///< 33550, 33922, 34264, 34735, 34736, 34737 or 42112
  std::uint16_t type = 0;         ///< of the values, as TIFF numbers them
  std::vector<std::byte> values;  ///< in the byte order of this machine
  friend bool operator==(const GeoTag&, const GeoTag&) = default;
};

/// What the stored values of an image mean: a value is scale * stored + offset, in `unit`. The defaults say nothing.
struct Quantity {
  double scale = 1;              ///< not 0, finite
  double offset = 0;             ///< finite
  std::string unit = "";         ///< of the values, as the file has it
  std::string description = "";  ///< of the values, such as the name of a band or channel
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// The grid of an image in space, its georeference, the meaning of its values, and the value of pixels without data.
struct Metadata {
  std::vector<Axis> axes = {};      ///< one per axis of the image; empty: unknown
  std::vector<double> origin = {};  ///< centre of the first pixel, one number per axis in its unit; empty: 0
  /// Directions of the axes in space: one row per axis of space and one column per axis of the image, both in the order
  /// of `axes`. Columns are unit vectors. Empty: the axes of space.
  std::vector<double> direction = {};
  std::string space = "";  ///< "LPS" (left, posterior, superior) if the axes of space are anatomical; empty: unknown
  std::vector<GeoTag> georeference = {};  ///< tags in ascending order; empty: none
  std::optional<double> nodata = {};      ///< stored value of pixels without data; may be NaN
  Quantity quantity = {};                 ///< what the stored values mean

  /// Returns whether there is nothing to keep: no unit, no scale other than 1, and nothing else.
  [[nodiscard]] PREAMAR_API bool empty() const;
  /// Two NaN as `nodata` are equal.
  [[nodiscard]] PREAMAR_API bool operator==(const Metadata& other) const;
};

/// Returns the metadata of results that are computed from these inputs: the first that has a grid, and the `nodata` and
/// quantity of the first input. Inputs without a grid agree with all others, and so do inputs without a quantity.
/// @param op name of the operator, for messages
/// @param names names of the inputs, for messages
/// @param inputs metadata of the inputs
/// @throws Error of kind `input` if the grids of two inputs differ, or the scales, offsets or units of their values.
[[nodiscard]] PREAMAR_API Metadata common_metadata(std::string_view op, std::span<const std::string> names,
                                                   std::span<const Metadata> inputs);

}  // namespace preamar
