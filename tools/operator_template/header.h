// Say in one sentence what the operator gives.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct SampleOperatorOptions {
  double above = 0;  // what the option means, its unit and its range
};

// Writes `out`, bool and of the image's shape: which pixels are greater than `above`. Any dtype, rank 2 or 3. Throws
// Error: call for arguments that do not fit together, input for NaN.
PREAMAR_API void sample_operator(ConstImageView image, ImageView out, const SampleOperatorOptions& options = {},
                                 const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image sample_operator(ConstImageView image, const SampleOperatorOptions& options = {},
                                                const Execution& on = {});

}  // namespace preamar
