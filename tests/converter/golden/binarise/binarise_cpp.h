// The functions of binarise.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "binarise_types.h"

namespace binarise_converted::cpp {

// The memory layout of images, and how many threads work; 0 means the default.
struct Layout {
  std::int64_t image_stride = 0;   // pixels between rows of an image; default: the width
  std::int64_t result_stride = 0;  // the same for the result
  int threads = 0;                 // default: all of the machine
};

// binarizador of each pixel.
class Binarizador {
 public:
  explicit Binarizador(const data& parametro) : parametro_(parametro) {}
  // Writes `result`, memory of its own and of the size of `image`.
  void process(const unsigned char* image, unsigned char* result, std::int64_t height,
               std::int64_t width, const Layout& layout = {}) const;

 private:
  data parametro_;
};

}  // namespace binarise_converted::cpp
