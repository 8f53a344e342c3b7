// Thresholding with two levels: what is above the low one stays where it hangs together with what is above the high
// one.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

namespace preamar {

struct HysteresisOptions {
  double low = required, high = required;  // low is not above high
  int connectivity = 0;                    // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, bool and of the image's shape: the components of `image > low` that hold a pixel of `image > high`.
// Levels are compared exactly with pixels of any dtype. The image has rank 2 or 3 and no NaN.
PREAMAR_API void hysteresis(ConstImageView image, ImageView out, const HysteresisOptions& options,
                            const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image hysteresis(ConstImageView image, const HysteresisOptions& options,
                                           const Execution& on = {});

}  // namespace preamar
