// The class of each pixel of an image.
#pragma once

#include "core/intervals.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <span>
#include <string_view>

namespace preamar {

// The classes of an image without NaN as uint8: the number of the interval that holds the pixel, from 1, or 0. `op` is
// the operator, for the error on an OpenCL or CUDA device.
[[nodiscard]] Image classes_of(std::string_view op, const Execution& on, std::span<const Interval> intervals,
                               ConstImageView image);

}  // namespace preamar
