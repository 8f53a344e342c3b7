/// @file
/// Say in one sentence what the operator computes.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Options of sample_operator().
struct SampleOperatorOptions {
  double above = 0;  ///< What the option does, its unit and its range; default: 0.
};

/// Marks the pixels greater than `above`.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param[out] out mask: bool, of the shape of `image`, in memory of its own
/// @param options the threshold
/// @param on device, threads, progress
/// @throws Error kind `call` if the shapes or dtypes do not match, `input` if `image` contains NaN
PREAMAR_API void sample_operator(ConstImageView image, ImageView out, const SampleOperatorOptions& options = {},
                                 const Execution& on = {});

/// Marks the pixels greater than `above`, in a new image.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param options the threshold
/// @param on device, threads, progress
/// @return mask: bool, of the shape of `image`
/// @throws Error kind `input` if `image` contains NaN
[[nodiscard]] PREAMAR_API Image sample_operator(ConstImageView image, const SampleOperatorOptions& options = {},
                                                const Execution& on = {});

}  // namespace preamar
