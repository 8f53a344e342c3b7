// The functions of binarise.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "binarise_types.h"

namespace cpp {

// binarizador of each pixel.
class Binarizador {
 public:
  explicit Binarizador(const data& parameters) : parameters_(parameters) {}
  // Writes `result`, memory of its own; it and `image` have height x width pixels, row after row.
  void process(const unsigned char* image, unsigned char* result, std::int64_t height,
               std::int64_t width) const;

 private:
  data parameters_;
};

}  // namespace cpp
