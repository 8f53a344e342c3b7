/// @file
/// Morphological reconstruction (grey-scale reconstruction, imreconstruct).
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/nan.h>

namespace preamar {

/// Options of reconstruct().
struct ReconstructOptions {
  /// Direction of the growth.
  enum class Method {
    dilation,  ///< Grow high values under the mask.
    erosion,   ///< Grow low values above the mask.
  };

  Method method = Method::dilation;  ///< Direction of the growth; default: dilation.
  int connectivity = 0;  ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
  Nan nan =
      Nan::refuse;  ///< Effect of NaN. `ignore`: in the mask it is a wall and stays; in the marker it is not a seed.
};

/// Reconstructs `mask` from `marker`: grows the marker under the mask until nothing changes. The result is
/// bit-identical on every backend, with any number of threads and any tile size. -0.0 is read as +0.0.
/// @param marker start values, of any dtype, rank 2 or 3; values beyond the mask are clamped to it
/// @param mask limit of the growth, of the shape and dtype of `marker`
/// @param[out] out result, of the shape and dtype of `mask`; may be `marker`, but must not otherwise overlap an input
/// @param options method, connectivity and effect of NaN
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes differ, images overlap or an option is out of range; `input` if an
/// image contains NaN and `options.nan` is `refuse`
PREAMAR_API void reconstruct(ConstImageView marker, ConstImageView mask, ImageView out,
                             const ReconstructOptions& options = {}, const Execution& on = {});

/// Reconstructs `mask` from `marker`, in a new image.
/// @param marker start values, of any dtype, rank 2 or 3; values beyond the mask are clamped to it
/// @param mask limit of the growth, of the shape and dtype of `marker`
/// @param options method, connectivity and effect of NaN
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `mask`
/// @throws Error kind `call` if shapes or dtypes differ or an option is out of range; `input` if an image contains NaN
/// and `options.nan` is `refuse`
[[nodiscard]] PREAMAR_API Image reconstruct(ConstImageView marker, ConstImageView mask,
                                            const ReconstructOptions& options = {}, const Execution& on = {});

}  // namespace preamar
