// The functions of histogram.c on a GPU, by CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "histogram_types.h"

namespace histogram_converted::cuda {

// How images lie in memory; 0 stands for what is usual.
struct Layout {
  std::int64_t image_stride = 0;  // pixels from a row of an image to the next; usually the width
};

// Counters that r2vProcessor adds to for each pixel.
class R2vProcessor {
 public:
  // What is none of the bins is not counted.
  std::vector<int> process(const unsigned char* image, std::int64_t height, std::int64_t width,
                           int bins, const Layout& layout = {}) const;
};

}  // namespace histogram_converted::cuda
