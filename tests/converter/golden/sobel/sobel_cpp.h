// The functions of sobel.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "sobel_types.h"

namespace cpp {

// sobel of the 3 x 3 pixels around each; beyond the edges: nearest.
class Sobel {
 public:
  // Writes `result`, memory of its own; it and `image` have height x width pixels, row after row.
  void process(const unsigned char* image, unsigned char* result, std::int64_t height,
               std::int64_t width) const;
};

}  // namespace cpp
