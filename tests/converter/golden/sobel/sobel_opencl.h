// The functions of sobel.c on a device, by OpenCL.
#pragma once

#include <cstdint>

#include "sobel_types.h"

namespace sobel_converted::opencl {

// The memory layout of images; 0 means the default.
struct Layout {
  std::int64_t image_stride = 0;   // pixels between rows of an image; default: the width
  std::int64_t result_stride = 0;  // the same for the result
};

// sobel of the 3 x 3 pixels around each; beyond the edges: nearest.
class Sobel {
 public:
  // Writes `result`, memory of its own and of the size of `image`.
  void process(const unsigned char* image, unsigned char* result, std::int64_t height,
               std::int64_t width, const Layout& layout = {}) const;
};

}  // namespace sobel_converted::opencl
