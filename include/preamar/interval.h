/// @file
/// Intervals of pixel values.
#pragma once

#include <preamar/export.h>

namespace preamar {

/// The values from `low` to `high`, both included. Bounds may be infinite. Pixels of every dtype are compared exactly.
struct Interval {
  double low = 0;   ///< The lowest value.
  double high = 0;  ///< The highest value.
};

}  // namespace preamar
