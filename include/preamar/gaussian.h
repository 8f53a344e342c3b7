// Smoothing by a Gaussian.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <optional>
#include <vector>

namespace preamar {

enum class GaussianKernel {
  sampled,   // the Gaussian at whole pixels
  discrete,  // the discrete Gaussian, from Bessel's functions; as ITK
};

struct GaussianOptions {
  double sigma = required;         // the standard deviation, in the unit of the spacing; 0: nothing is smoothed
  std::vector<double> spacing{1};  // the distance of neighbours along each axis, or one number for all
  GaussianKernel kernel = GaussianKernel::sampled;
  double truncate = 4;  // a sampled kernel ends at so many sigmas, rounded to whole pixels
  double error = 0.01;  // a discrete one where so much of its sum, or less, is left; 1e-12 to 0.5
  Border border = Border::nearest;
  std::optional<DType> dtype{};  // of a new image; none: that of the input
};

// Writes `out`, of the image's shape and any dtype, which shares no memory with the image, of rank 2 or 3 and without
// NaN. Sums are taken in float for bool, integers of 8 and 16 bits and float32, else in double, along the last axis
// first, and rounded at the end: to the nearest integer, of two the even one, stopped at the ends of the type.
// The same bytes on every backend and with any number of threads.
PREAMAR_API void gaussian(ConstImageView image, ImageView out, const GaussianOptions& options,
                          const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image gaussian(ConstImageView image, const GaussianOptions& options,
                                         const Execution& on = {});

}  // namespace preamar
