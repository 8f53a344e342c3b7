// The functions of binarise.c on a GPU, by CUDA.
#pragma once

#include <cstdint>

#include "binarise_types.h"

namespace binarise_converted::cuda {

// How images lie in memory; 0 stands for what is usual.
struct Layout {
  std::int64_t image_stride = 0;   // pixels from a row of an image to the next; usually the width
  std::int64_t result_stride = 0;  // the same for the result
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

}  // namespace binarise_converted::cuda
