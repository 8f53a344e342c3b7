/// @file
/// Expansion of labels into the background.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <vector>

namespace preamar {

/// Options of expand_labels().
struct ExpandLabelsOptions {
  double distance = 1;             ///< Maximum distance between pixel centres, in the unit of `spacing`; 0 or more.
  std::vector<double> spacing{1};  ///< Distance of neighbouring pixels along each axis, or one number for all axes.
};

/// Expands labels into the background by a distance, without overlap. Each background pixel (value 0) within
/// `distance` of a label takes the label of the nearest labelled pixel. Of equally near pixels, the first by column
/// wins, then by row, then by plane. The result is bit-identical on every backend, with any number of threads.
///
/// @param labels   Label image of any dtype, rank 2 or 3, without NaN.
/// @param out      Output of the same shape and dtype. It must not overlap `labels`.
/// @param options  Distance and spacing.
/// @param on       Device, threads and limits.
/// @throws Error  `call` for invalid arguments, `input` for NaN.
PREAMAR_API void expand_labels(ConstImageView labels, ImageView out, const ExpandLabelsOptions& options = {},
                               const Execution& on = {});

/// Expands labels into the background by a distance; see the overload above.
///
/// @return A new label image.
[[nodiscard]] PREAMAR_API Image expand_labels(ConstImageView labels, const ExpandLabelsOptions& options = {},
                                              const Execution& on = {});

}  // namespace preamar
