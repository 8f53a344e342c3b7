// The functions of histogram.c on a device, by OpenCL.
#pragma once

#include <cstdint>
#include <vector>

#include "histogram_types.h"

namespace histogram_converted::opencl {

// The memory layout of images; 0 means the default.
struct Layout {
  std::int64_t image_stride = 0;  // pixels between rows of an image; default: the width
};

// Counters that r2vProcessor adds to for each pixel.
class R2vProcessor {
 public:
  // Values outside the bins are not counted.
  std::vector<int> process(const unsigned char* image, std::int64_t height, std::int64_t width,
                           int bins, const Layout& layout = {}) const;
};

}  // namespace histogram_converted::opencl
