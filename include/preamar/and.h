/// @file
/// Masking: keep the pixels of an image inside a mask.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of and_().
struct AndOptions {
  /// Value outside the mask, of the dtype of the image; infinities are the lowest and the highest value of an integer
  /// dtype.
  double value = 0;
  bool distinct = false;  ///< Raise an error if a pixel inside the mask has the value too.
};

/// Keeps the pixels where the mask is non-zero and sets the others to a value, by default 0. For two masks of dtype
/// bool this is the logical and. The underscore in the name is there because `and` is a keyword of C++; the operator's
/// name is "and".
/// @param image image of any dtype, rank 2 or 3
/// @param mask the pixels to keep: of the shape of `image`, bool or integers
/// @param[out] out the masked image: of the shape and dtype of `image`, in memory of its own
/// @param options value of the other pixels
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match, the mask is of floating point or the dtype does not
///   have the value; `input` if the value is not distinct
PREAMAR_API void and_(ConstImageView image, ConstImageView mask, ImageView out, const AndOptions& options = {},
                      const Execution& on = {});

/// Keeps the pixels where the mask is non-zero and sets the others to a value, in a new image.
/// @param image image of any dtype, rank 2 or 3
/// @param mask the pixels to keep: of the shape of `image`, bool or integers
/// @param options value of the other pixels
/// @param on device, threads, progress
/// @return the masked image: of the shape and dtype of `image`
/// @throws Error as above
[[nodiscard]] PREAMAR_API Image and_(ConstImageView image, ConstImageView mask, const AndOptions& options = {},
                                     const Execution& on = {});

}  // namespace preamar
