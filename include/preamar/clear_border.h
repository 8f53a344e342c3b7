/// @file
/// Removal of objects that touch the image border (imclearborder).
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// What an image holds, for clear_border().
enum class BorderKind {
  automatic,  ///< `binary` for bool, `labels` for integers, `grey` for floating point.
  binary,     ///< An object is a set of connected non-zero pixels. Bool and integer images only.
  grey,       ///< Grey levels: the result is the image minus its reconstruction by dilation from the border.
  labels,     ///< An object is a set of connected pixels with one non-zero value. Bool and integer images only.
};

/// Options of clear_border().
struct ClearBorderOptions {
  BorderKind kind = BorderKind::automatic;  ///< What the image holds; default: decided by its dtype.
  int connectivity = 0;  ///< Neighbours: from 1 (share a face) to the rank (share a corner); 0, the default: the rank.
};

/// Removes the objects that touch the image border: they become 0. For `BorderKind::grey`, bright structures that are
/// connected to the border become 0 and the others stand on a background of 0; integer differences saturate at the
/// maximum of the dtype.
/// @param image mask, labels or grey levels of any dtype, rank 2 or 3, without NaN
/// @param[out] out result, of the shape and dtype of `image`, in memory of its own
/// @param options kind and connectivity
/// @param on device, threads, progress
/// @throws Error kind `call` if shapes or dtypes differ, the images overlap or an option does not suit the image;
/// `input` if `image` contains NaN
PREAMAR_API void clear_border(ConstImageView image, ImageView out, const ClearBorderOptions& options = {},
                              const Execution& on = {});

/// Removes the objects that touch the image border, in a new image.
/// @param image mask, labels or grey levels of any dtype, rank 2 or 3, without NaN
/// @param options kind and connectivity
/// @param on device, threads, progress
/// @return result, of the shape and dtype of `image`
/// @throws Error kind `call` if an option does not suit the image; `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image clear_border(ConstImageView image, const ClearBorderOptions& options = {},
                                             const Execution& on = {});

}  // namespace preamar
