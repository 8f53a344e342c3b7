// Measures of labelled objects: one row of a table for each label.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/table.h>

#include <optional>
#include <vector>

namespace preamar {

// What can be measured, and the columns it becomes; `A` stands for each axis, 0 being the slowest.
enum class Property {
  size,                // size: pixels
  box,                 // box-0 ...: the least coordinate along each axis, then the greatest plus 1
  centroid,            // centroid-A: the mean coordinate
  covariance,          // covariance-A-B, A <= B: the mean product of deviations from the centroid
  axes,                // axis_length-0 ...: of the ellipse or ellipsoid with that covariance, the longest first
  boundary,            // boundary: faces of pixels (edges in 2-D) that another label, 0 or the image's edge lies behind
  sphericity,          // sphericity: boundary of the disk or ball of that size, divided by the boundary
  elongation,          // elongation: 1 less the second axis length divided by the first; 0 for a single pixel
  intensity_min,       // of the intensity's dtype
  intensity_max,       // of the intensity's dtype
  intensity_mean,      //
  intensity_variance,  // the mean squared deviation from the mean
};

struct MeasureOptions {
  std::vector<Property> properties = {};  // in any order; empty: all that the images allow
};

// The column `label`, of the dtype of `labels` (bool as uint8), in ascending order and without 0; then the properties
// in the order above: size, box and boundary as int64, the rest as float64 unless said otherwise.
// `labels` holds integers, rank 2 or 3; `intensity` has its shape and any dtype. Sums
// are exact for integers; for floats 128 bits or more below an object's greatest value count, in any order, so that
// every backend, thread count and cut into blocks gives the same bytes. A NaN in `intensity` is refused.
[[nodiscard]] PREAMAR_API Table measure(ConstImageView labels, const std::optional<ConstImageView>& intensity = {},
                                        const MeasureOptions& options = {}, const Execution& on = {});

}  // namespace preamar
