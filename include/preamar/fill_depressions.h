/// @file
/// Depression filling (pit filling, sink filling) of digital elevation models.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <optional>

namespace preamar {

/// Options of fill_depressions().
struct FillDepressionsOptions {
  /// Value of cells without data; default: none. These cells are outlets and keep their value. For floating-point
  /// images it is rounded to the dtype.
  std::optional<double> nodata{};
  int connectivity = 0;  ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
  /// Cells with data: non-zero in an image of the same shape, bool or integers. The others are outlets and become 0.
  /// Default: all cells that have another value than `nodata`.
  std::optional<ConstImageView> valid{};
};

/// Fills the depressions of an elevation model. The result is the lowest surface that is nowhere below the elevation
/// and has a path from every cell to the border, or to a cell without data, that never rises. Filled areas are flat.
/// Cells without data are those equal to `options.nodata` and those that are NaN.
/// @param elevation elevation of any dtype, rank 2 or 3
/// @param[out] out result, of the shape and dtype of `elevation`, in memory of its own
/// @param options nodata value and connectivity
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes differ, the images overlap or the connectivity is out of range
PREAMAR_API void fill_depressions(ConstImageView elevation, ImageView out, const FillDepressionsOptions& options = {},
                                  const Execution& on = {});

/// Fills the depressions of an elevation model, in a new image.
/// @param elevation elevation of any dtype, rank 2 or 3
/// @param options nodata value and connectivity
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `elevation`
/// @throws Error kind `call` if the connectivity is out of range
[[nodiscard]] PREAMAR_API Image fill_depressions(ConstImageView elevation, const FillDepressionsOptions& options = {},
                                                 const Execution& on = {});

}  // namespace preamar
