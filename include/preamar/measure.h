/// @file
/// Measurements of labelled objects: one row of a table per label.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/interval.h>
#include <preamar/table.h>

#include <optional>
#include <vector>

namespace preamar {

/// What measure() can compute, and the columns of the table. `A` and `B` stand for axes; axis 0 is the slowest.
/// Lengths are in units of the spacing. Columns are float64 unless stated otherwise.
enum class Property {
  size,        ///< `size` (int64): number of pixels.
  box,         ///< `box-0` ... (int64): minimum pixel along each axis, then maximum plus 1 along each.
  centroid,    ///< `centroid-A`: mean coordinate.
  covariance,  ///< `covariance-A-B`, A <= B: mean product of the deviations from the centroid.
  axes,        ///< `axis_length-0` ...: full axes of the ellipse (ellipsoid) of that covariance, longest first.
  boundary,    ///< `boundary` (int64): pixel edges (voxel faces) towards other pixels or the outside.
  sphericity,  ///< `sphericity`: perimeter (surface) of the disk (ball) of that area, divided by Crofton's.
  elongation,  ///< `elongation`: 1 - second axis length / first axis length; 0 for a single pixel.
  area,        ///< `area`: area (volume).
  equivalent_diameter_area,  ///< `equivalent_diameter_area`: diameter of the disk (ball) of that area.
  extent,                    ///< `extent`: share of the pixels of the box.
  orientation,               ///< `orientation` (rank 2): angle from axis 0 to the longest axis, -pi/2 to pi/2.
  eccentricity,              ///< `eccentricity` (rank 2): that of the ellipse; 0 for a disk or a single pixel.
  euler_number,              ///< `euler_number` (int64): objects - holes (3-D: - tunnels + cavities); corners connect.
  perimeter_crofton,         ///< `perimeter_crofton` (rank 2): length of the outline, by lines of 4 directions.
  surface_area,              ///< `surface_area` (rank 3): area of the surface, by lines of 13 directions.
  perimeter,                 ///< `perimeter` (rank 2, one spacing): length of the line through the border pixels.
  area_convex,               ///< `area_convex` (rank 2): area of the pixels in the convex hull.
  solidity,                  ///< `solidity` (rank 2): share of the pixels in the convex hull.
  feret_diameter_max,        ///< `feret_diameter_max` (rank 2): maximum distance of two points of the convex hull.
  feret_diameter_min,        ///< `feret_diameter_min` (rank 2): minimum distance of parallel lines that enclose it.
  intensity_min,             ///< `intensity_min`: minimum, in the dtype of the intensity (uint8 for bool).
  intensity_max,             ///< `intensity_max`: maximum, in the dtype of the intensity (uint8 for bool).
  intensity_mean,            ///< `intensity_mean`: mean.
  intensity_variance,        ///< `intensity_variance`: mean squared deviation from the mean.
  intensity_sum,             ///< `intensity_sum`: sum.
  intensity_std,             ///< `intensity_std`: standard deviation, the square root of the variance.
  intensity_median,          ///< `intensity_median`: median; of an even number of pixels the mean of both middle ones.
  intensity_class,           ///< `intensity_class` (uint8): the interval of all pixels, from 1; 0 if none holds them.
};

/// Options of measure().
struct MeasureOptions {
  /// Properties to measure, in any order; empty: all that the images allow and one pass finds with little memory.
  std::vector<Property> properties = {};
  std::vector<double> spacing{1};  ///< Distance between neighbouring pixels along each axis, or one number for all.
  /// If not empty: measures Property::intensity_class too. At most 255 intervals that share no value.
  std::vector<Interval> intervals = {};
};

/// Measures size, position, shape and intensity of each label. Sums of integers are exact; sums of floating-point
/// values keep 128 bits or more below the largest magnitude of an object. So the result is bit-identical with any
/// number of threads and any block size.
///
/// @param labels     Label image of integers or bool, rank 2 or 3; 0 is background.
/// @param intensity  Image of the same shape and any dtype, without NaN; needed for the `intensity_` properties.
/// @param options    Properties to measure, and the spacing.
/// @param on         Threads and limits. The device must be a CPU.
/// @return A table: the column `label` in ascending order, without 0, in the dtype of `labels` (uint8 for bool); then
///         the columns of the properties in the order of Property.
/// @throws Error  `call` for invalid arguments, `input` for NaN, `device` for an OpenCL or CUDA device.
[[nodiscard]] PREAMAR_API Table measure(ConstImageView labels, const std::optional<ConstImageView>& intensity = {},
                                        const MeasureOptions& options = {}, const Execution& on = {});

}  // namespace preamar
