// The functions of extremes.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "extremes_types.h"

namespace extremes_converted::cpp {

// The memory layout of images, and how many threads work; 0 means the default.
struct Layout {
  std::int64_t image_stride = 0;  // pixels between rows of an image; default: the width
  int threads = 0;                // default: all of the machine
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

}  // namespace extremes_converted::cpp
