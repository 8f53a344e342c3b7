// The level that parts an image into two classes whose means lie furthest apart.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

struct OtsuOptions {
  std::int64_t bins = 256;  // of an image of floats or bool; an integer has a bin a value
};

// The centre of the bin up to which the first class goes, so that `image > level` is the second: the same number as
// skimage.filters.threshold_otsu gives, and for an image of one value that value. Any dtype, rank 2 or 3. Throws Error:
// call for an option out of range; input for NaN, an infinity, an image without pixels, or integers that span more than
// 2^26 values.
[[nodiscard]] PREAMAR_API double otsu(ConstImageView image, const OtsuOptions& options = {}, const Execution& on = {});

}  // namespace preamar
