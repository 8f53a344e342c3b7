// The components of an image on a device, as a forest over its cells.
#pragma once

#include "backends/device/device_call.h"
#include "primitives/components.h"

#include <string_view>

namespace preamar::device {
using namespace primitives;

class Forest {
 public:
  // Of an image with at least one cell, whose dense pixels are given too. Refuses pixels of more than 32 bits and
  // images of 2^32 cells or more, in the name of `primitive`.
  Forest(const DeviceCall& call, std::string_view primitive, const ComponentsSpec& spec, ConstImageView image,
         Memory pixels);

  // For each cell the first cell of its component, as 32 bits; all of them set where it has none.
  [[nodiscard]] Memory parents() const { return parents_.memory(); }
  [[nodiscard]] std::int64_t cells() const { return cells_; }
  // That of the program "forest" for the image's pixels.
  [[nodiscard]] std::string_view variant() const { return variant_; }

  static constexpr int group = 64;

 private:
  std::string_view variant_;
  std::int64_t cells_;
  Scratch parents_;
};

// A value of the image's type, of 32 bits or fewer, as the kernels compare it.
[[nodiscard]] std::uint32_t bits_of(DType dtype, std::int64_t value);

}  // namespace preamar::device
