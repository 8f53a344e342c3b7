// The functions of sobel.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "sobel_types.h"

namespace sobel_converted::cpp {

// How images lie in memory, and how many threads work; 0 stands for what is usual.
struct Layout {
  std::int64_t image_stride = 0;   // pixels from a row of an image to the next; usually the width
  std::int64_t result_stride = 0;  // the same for the result
  int threads = 0;                 // usually as many as the machine has
};

// sobel of the 3 x 3 pixels around each; beyond the edges: nearest.
class Sobel {
 public:
  // Writes `result`, memory of its own and of the size of `image`.
  void process(const unsigned char* image, unsigned char* result, std::int64_t height,
               std::int64_t width, const Layout& layout = {}) const;
};

}  // namespace sobel_converted::cpp
