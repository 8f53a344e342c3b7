/// @file
/// Connected-component labelling.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/interval.h>

#include <cstdint>
#include <vector>

namespace preamar {

/// Options of label().
struct LabelOptions {
  int connectivity = 0;  ///< Neighbours: 1 share an edge (3-D: a face) ... rank share a corner; 0 means the rank.
  std::int64_t background = 0;  ///< Value of the background pixels; it must fit the dtype of the image.
  bool by_value = false;        ///< Connect neighbours only if their values are equal.
  DType dtype = DType::uint32;  ///< Dtype of a new label image: uint32 or uint64. Ignored if `labels` is passed.
  /// If not empty: connect neighbours only if one of these intervals holds both values. Pixels in no interval are
  /// background. At most 255 intervals that share no value; `background` and `by_value` keep their defaults.
  std::vector<Interval> intervals = {};
};

/// Result of label().
struct Labels {
  Image image;             ///< Label of each pixel: 1 to `count`; 0 is background.
  std::int64_t count = 0;  ///< Number of connected components.
};

/// Labels the connected components of an image. Components have the labels 1 to N in raster order of their first
/// pixels. The result is deterministic: bit-identical on every backend, with any number of threads.
///
/// @param image    Image of any dtype, rank 2 or 3, without NaN. Pixels that differ from the background are foreground.
/// @param labels   Output of the image's shape, uint32 or uint64. It must not overlap the image.
/// @param options  Connectivity, background value, and whether values must be equal or in one interval.
/// @param on       Device, threads and limits.
/// @return N, the number of components.
/// @throws Error  `call` for invalid arguments, `input` for NaN, `resource` for more components than the dtype holds,
///                `device` for intervals on an OpenCL or CUDA device.
PREAMAR_API std::int64_t label(ConstImageView image, ImageView labels, const LabelOptions& options = {},
                               const Execution& on = {});

/// Labels the connected components of an image; see the overload above.
///
/// @return A new label image of `options.dtype`, and the number of components.
[[nodiscard]] PREAMAR_API Labels label(ConstImageView image, const LabelOptions& options = {},
                                       const Execution& on = {});

}  // namespace preamar
