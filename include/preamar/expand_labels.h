// Labels grow into the background around them, and stop where they meet.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <vector>

namespace preamar {

struct ExpandLabelsOptions {
  double distance = 1;             // how far, from pixel to pixel
  std::vector<double> spacing{1};  // the distance of neighbours along each axis, or one number for all
};

// Each background pixel, of value 0, that is no further than `distance` from a label takes that of the nearest labelled
// pixel; of equally near ones, of the first by column, then by row, then by plane. `out` has the labels' type, of rank
// 2 or 3, and shares no memory with them. Every backend and thread count gives the same bytes.
PREAMAR_API void expand_labels(ConstImageView labels, ImageView out, const ExpandLabelsOptions& options = {},
                               const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image expand_labels(ConstImageView labels, const ExpandLabelsOptions& options = {},
                                              const Execution& on = {});

}  // namespace preamar
