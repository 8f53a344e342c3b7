// The parameters with which kernels convert pixels to keys, as in keys.kc.
#pragma once

#include "core/dispatch.h"
#include "primitives/rules/keys.h"

#include <cstdint>

namespace preamar::device {
using namespace primitives;

// For a type of up to 32 bits.
struct Coding {
  Coding(DType dtype, Order order) : size(static_cast<std::int32_t>(size_of(dtype))) {
    with_bits(dtype, [&]<class T>(std::type_identity<T>) {
      const Keys<T> keys(dtype, order);
      flip = static_cast<std::uint32_t>(keys.flip);
      is_floating = keys.floating ? 1 : 0;
    });
  }
  std::uint32_t flip = 0;
  std::int32_t is_floating = 0, size;
};

}  // namespace preamar::device
