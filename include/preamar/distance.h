// The distance of each pixel to the nearest background pixel.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <vector>

namespace preamar {

enum class DistanceMethod {
  exact,
  nearest_seed,  // Danielsson's approximation by faces: too far by less than 0.58579 pixel in 2-D, and not promised to
                 // be the same bytes; for comparison
};

struct DistanceOptions {
  std::vector<double> spacing{1};  // the distance of neighbours along each axis, or one number for all
  bool squared = false;            // squares of distances
  DistanceMethod method = DistanceMethod::exact;
};

// float32; squared distances are uint32, or uint64 where the largest possible one needs it, and float64 where a spacing
// is not 1. Throws Error (call) where the options do not fit such an image.
[[nodiscard]] PREAMAR_API ImageType distance_type(const ImageType& image, const DistanceOptions& options = {});

// Writes `out`, which is as distance_type() says and shares no memory with the image, of rank 2 or 3. A pixel is
// background if it is 0; NaN is not. Where no pixel is, the result is infinity, or the maximum of a whole type.
// By the exact method every backend and thread count gives the same bytes.
PREAMAR_API void distance(ConstImageView image, ImageView out, const DistanceOptions& options = {},
                          const Execution& on = {});

// Writes also, as int64 to `indices`, the nearest background pixel, counted in C order; of equally near ones the first
// by column, then by row, then by plane; -1 where there is none.
PREAMAR_API void distance(ConstImageView image, ImageView out, ImageView indices, const DistanceOptions& options = {},
                          const Execution& on = {});

// The first, into a new image.
[[nodiscard]] PREAMAR_API Image distance(ConstImageView image, const DistanceOptions& options = {},
                                         const Execution& on = {});

}  // namespace preamar
