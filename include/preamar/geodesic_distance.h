/// @file
/// Geodesic distance: the length of the shortest path to a marker inside a mask.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of geodesic_distance().
struct GeodesicDistanceOptions {
  /// Cost of a step.
  enum class Weights {
    steps,            ///< 1 per step in any direction.
    quasi_euclidean,  ///< 5, 7 or 9 for a step along one, two or three axes; lengths are in fifths of a pixel.
  };

  int connectivity = 0;              ///< Neighbours: 1 shares a face, ..., rank shares a corner; 0 stands for the rank.
  Weights weights = Weights::steps;  ///< Cost of a step.
};

/// Type of the result of geodesic_distance(): uint32, or uint64 if the number of pixels times the largest weight does
/// not fit in uint32.
/// @param mask     Type of the mask, of rank 2 or 3.
/// @param options  Options of the call.
/// @return Dtype and shape of the result.
/// @throws Error (call) if the rank or the connectivity is not valid.
[[nodiscard]] PREAMAR_API ImageType geodesic_distance_type(const ImageType& mask,
                                                           const GeodesicDistanceOptions& options = {});

/// Computes the length of the shortest path from each pixel to the marker into an existing image. Bit-identical on
/// every backend, any number of threads and any tile size.
/// @param marker   Seeds: paths start at non-zero pixels that are also in the mask. Rank 2 or 3, any dtype, no NaN.
/// @param mask     Domain: paths pass through non-zero pixels. Same shape as `marker`, any dtype, no NaN.
/// @param out      Path lengths, of the type given by geodesic_distance_type(); the maximum of the dtype outside of the
///                 mask and where no path leads. Must not share memory with an input.
/// @param options  Connectivity and weights.
/// @param on       Device, threads and limits.
/// @throws Error if an argument is not valid, an input holds NaN, the device cannot run it, or memory does not suffice.
PREAMAR_API void geodesic_distance(ConstImageView marker, ConstImageView mask, ImageView out,
                                   const GeodesicDistanceOptions& options = {}, const Execution& on = {});

/// Computes the length of the shortest path from each pixel to the marker into a new image.
/// @param marker   Seeds: paths start at non-zero pixels that are also in the mask. Rank 2 or 3, any dtype, no NaN.
/// @param mask     Domain: paths pass through non-zero pixels. Same shape as `marker`, any dtype, no NaN.
/// @param options  Connectivity and weights.
/// @param on       Device, threads and limits.
/// @return Path lengths, of the type given by geodesic_distance_type().
/// @throws Error as the function above.
[[nodiscard]] PREAMAR_API Image geodesic_distance(ConstImageView marker, ConstImageView mask,
                                                  const GeodesicDistanceOptions& options = {},
                                                  const Execution& on = {});

}  // namespace preamar
