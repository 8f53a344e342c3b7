// The functions of histogram.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>
#include <vector>

#include "histogram_types.h"

namespace cpp {

// Counters that r2vProcessor adds to for each pixel.
class R2vProcessor {
 public:
  // Of height x width pixels, row after row; what is none of the bins is not counted.
  std::vector<int> process(const unsigned char* image, std::int64_t height, std::int64_t width,
                           int bins) const;
};

}  // namespace cpp
