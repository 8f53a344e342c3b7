// The functions of extremes.c on a device, by OpenCL.
#pragma once

#include <cstdint>

#include "extremes_types.h"

namespace extremes_converted::opencl {

// The memory layout of images; 0 means the default.
struct Layout {
  std::int64_t image_stride = 0;  // pixels between rows of an image; default: the width
};

// All pixels as one value, by menor.
class Menor {
 public:
  // Throws std::invalid_argument if there are no pixels.
  T process(const uint8_t* image, std::int64_t height, std::int64_t width,
            const Layout& layout = {}) const;
};

// All pixels as one value, by maior.
class Maior {
 public:
  // Throws std::invalid_argument if there are no pixels.
  T process(const uint8_t* image, std::int64_t height, std::int64_t width,
            const Layout& layout = {}) const;
};

}  // namespace extremes_converted::opencl
