// The functions of extremes.c on all cores of the processor, by Preamar's primitives.
#pragma once

#include <cstdint>

#include "extremes_types.h"

namespace cpp {

// All pixels as one value, by menor.
class Menor {
 public:
  // Of height x width pixels, row after row; throws std::invalid_argument where there is none.
  T process(const uint8_t* image, std::int64_t height, std::int64_t width) const;
};

// All pixels as one value, by maior.
class Maior {
 public:
  // Of height x width pixels, row after row; throws std::invalid_argument where there is none.
  T process(const uint8_t* image, std::int64_t height, std::int64_t width) const;
};

}  // namespace cpp
