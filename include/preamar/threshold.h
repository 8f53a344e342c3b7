// The pixels above a level.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct ThresholdOptions {
  double level = 0;
};

// Writes `out`, bool and of the image's shape: `image > level`, compared exactly. Any dtype, rank 2 or 3. Throws Error:
// call for arguments that do not fit together, input for NaN.
PREAMAR_API void threshold(const ConstImage& image, const Image& out, const ThresholdOptions& options,
                           const Execution& on = {});
[[nodiscard]] PREAMAR_API OwnedImage threshold(const ConstImage& image, const ThresholdOptions& options,
                                               const Execution& on = {});

}  // namespace preamar
