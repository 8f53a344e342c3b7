/// @file
/// Marker-controlled watershed.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/nan.h>

#include <cstdint>
#include <optional>

namespace preamar {

/// Options of watershed().
struct WatershedOptions {
  int connectivity = 1;  ///< Neighbours: 1 share an edge (3-D: a face) ... rank share a corner.
  bool line = false;     ///< Of two neighbours with different labels, set the later one to 0 unless it is a marker.
  std::int64_t plateau = -1;  ///< Maximum number of steps counted inside a plateau; -1: no limit.
  Nan nan = Nan::refuse;      ///< NaN pixels raise an error (refuse) or are outside the mask (ignore).
  /// Mask of the image's shape, bool or uint8: the flood is restricted to non-zero pixels. Default: no restriction.
  std::optional<ConstImageView> mask = {};
};

/// Divides an image into the catchment basins of markers (marker-controlled watershed).
///
/// The rank of a pixel is (value, steps inside its plateau to a pixel with a lower neighbour or to a marker). Edges are
/// ordered by (later rank, earlier rank, pixels in raster order). The labels are those of the unique minimum spanning
/// forest rooted in the markers, so the result is bit-identical with any number of threads.
///
/// @param image    Relief of any dtype, rank 2 or 3; low values are flooded first.
/// @param markers  Label of each marker, 0 elsewhere; the image's shape, an integer dtype or bool.
/// @param out      Output of the markers' shape and dtype: the label of each basin, 0 outside the mask and where no
///                 flood arrives. It may be `markers` itself, and must not overlap an input otherwise.
/// @param options  Mask, connectivity, line, plateau limit and NaN rule.
/// @param on       Threads and limits. The device must be a CPU.
/// @throws Error  `call` for invalid arguments, `input` for NaN, `resource` if `on.scratch_memory` is too small,
///                `device` for an OpenCL or CUDA device.
PREAMAR_API void watershed(ConstImageView image, ConstImageView markers, ImageView out,
                           const WatershedOptions& options = {}, const Execution& on = {});

/// Divides an image into the catchment basins of markers; see the overload above.
///
/// @return A new label image of the markers' dtype.
[[nodiscard]] PREAMAR_API Image watershed(ConstImageView image, ConstImageView markers,
                                          const WatershedOptions& options = {}, const Execution& on = {});

}  // namespace preamar
