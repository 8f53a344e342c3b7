/// @file
/// Euclidean distance transform: the distance of each pixel to the nearest background pixel.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <vector>

namespace preamar {

/// How distance() searches for the nearest background pixel.
enum class DistanceMethod {
  exact,         ///< Exact Euclidean distance transform.
  nearest_seed,  ///< Danielsson's approximation, for comparison: too large by less than 0.58579 pixel in 2-D, and not
                 ///< reproducible bit by bit. CPU only.
};

/// Options of distance().
struct DistanceOptions {
  std::vector<double> spacing{1};  ///< Distance between neighbouring pixels along each axis, or one number for all.
  bool squared = false;            ///< Compute squared distances; exact integers if the spacing is 1.
  DistanceMethod method = DistanceMethod::exact;  ///< Exact transform or approximation.
};

/// Type of the result of distance(): float32; with `squared` uint32, uint64 if the largest possible square needs it, or
/// float64 if a spacing is not 1.
/// @param image    Type of the input image, of rank 2 or 3.
/// @param options  Options of the call.
/// @return Dtype and shape of the result.
/// @throws Error (call) if the rank or the spacing is not valid for such an image.
[[nodiscard]] PREAMAR_API ImageType distance_type(const ImageType& image, const DistanceOptions& options = {});

/// Computes the distance of each pixel to the nearest background pixel into an existing image. Bit-identical on every
/// backend and any number of threads with DistanceMethod::exact.
/// @param image    Mask of rank 2 or 3, any dtype. Pixels equal to 0 are background; NaN is foreground.
/// @param out      Result, of the type given by distance_type(). Infinity, or the maximum of an integer dtype, if the
///                 image has no background pixel. Must not share memory with `image`.
/// @param options  Spacing, squares and method.
/// @param on       Device, threads and limits.
/// @throws Error if an argument is not valid, the device cannot run it, or memory does not suffice.
PREAMAR_API void distance(ConstImageView image, ImageView out, const DistanceOptions& options = {},
                          const Execution& on = {});

/// Computes the distance and the index of the nearest background pixel.
/// @param image    Mask of rank 2 or 3, any dtype. Pixels equal to 0 are background; NaN is foreground.
/// @param out      Distances, of the type given by distance_type().
/// @param indices  Flat index in C order of the nearest background pixel, int64; -1 if there is none. Ties: the first
/// by
///                 column, then by row, then by plane. Must not share memory with the other images.
/// @param options  Spacing, squares and method.
/// @param on       Device, threads and limits.
/// @throws Error as the function above.
PREAMAR_API void distance(ConstImageView image, ImageView out, ImageView indices, const DistanceOptions& options = {},
                          const Execution& on = {});

/// Computes the distance of each pixel to the nearest background pixel into a new image.
/// @param image    Mask of rank 2 or 3, any dtype. Pixels equal to 0 are background; NaN is foreground.
/// @param options  Spacing, squares and method.
/// @param on       Device, threads and limits.
/// @return Distances, of the type given by distance_type().
/// @throws Error as the functions above.
[[nodiscard]] PREAMAR_API Image distance(ConstImageView image, const DistanceOptions& options = {},
                                         const Execution& on = {});

}  // namespace preamar
