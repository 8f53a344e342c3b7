// The pixels above a level.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

struct ThresholdOptions {
  double value = required;
};

// Writes `out`, bool and of the image's shape: `image > value`, compared exactly. Any dtype, rank 2 or 3. Throws Error:
// call for arguments that do not fit together, input for NaN.
PREAMAR_API void threshold(ConstImageView image, ImageView out, const ThresholdOptions& options,
                           const Execution& on = {});
[[nodiscard]] PREAMAR_API Image threshold(ConstImageView image, const ThresholdOptions& options,
                                          const Execution& on = {});

}  // namespace preamar
