// The components of an image on a device, as a forest over its cells.
#pragma once

#include "backends/device/device_call.h"
#include "primitives/components.h"

#include <string_view>

namespace preamar::device {
using namespace primitives;

class Forest {
 public:
  // For an image with at least one cell, and its dense pixels. Throws, naming `primitive`, for pixels of more than 32
  // bits and for images of 2^32 cells or more.
  Forest(const DeviceCall& call, std::string_view primitive, const ComponentsSpec& spec, ConstImageView image,
         Memory pixels);

  // Per cell, the first cell of its component in 32 bits; all bits set if it has none.
  [[nodiscard]] Memory parents() const { return parents_.memory(); }
  [[nodiscard]] std::int64_t cells() const { return cells_; }
  // The variant of the program "forest" for the image's pixels.
  [[nodiscard]] std::string_view variant() const { return variant_; }

  static constexpr int group = 64;

 private:
  std::string_view variant_;
  std::int64_t cells_;
  Scratch parents_;
};

// A value of the image's type, of up to 32 bits, in the form that the kernels compare.
[[nodiscard]] std::uint32_t bits_of(DType dtype, std::int64_t value);

}  // namespace preamar::device
