// The names of pixel types in kernels.
#pragma once

#include "backends/device/refusal.h"
#include "core/dispatch.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace preamar::device {

// The variant of a program for a type of up to 32 bits; throws for others.
[[nodiscard]] inline std::string_view variant_of(const Execution& on, std::string_view primitive, DType dtype) {
  switch (dtype) {
    case DType::boolean:
    case DType::uint8:
      return "u8";
    case DType::uint16:
      return "u16";
    case DType::uint32:
      return "u32";
    case DType::int8:
      return "i8";
    case DType::int16:
      return "i16";
    case DType::int32:
      return "i32";
    case DType::float32:
      return "f32";
    default:
      refuse(on, primitive, dtype);
  }
}

// The variant of a program for a width of up to 32 bits, and for images whose cells have 32-bit numbers; throws for
// others.
[[nodiscard]] inline std::string_view width_variant_of(const Execution& on, std::string_view primitive,
                                                       ConstImageView image) {
  if (image.shape().count() > std::numeric_limits<std::uint32_t>::max())
    refuse(on, text(primitive, " of images with 2^32 pixels or more"));
  switch (size_of(image.dtype())) {
    case 1:
      return "u8";
    case 2:
      return "u16";
    case 4:
      return "u32";
    default:
      refuse(on, primitive, image.dtype());
  }
}

// Calls f with the std::type_identity of a type of up to 32 bits that variant_of() accepted.
template <class F>
decltype(auto) with_narrow_type(DType dtype, F&& f) {
  return with_type(dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (sizeof(T) <= 4)
      return f(std::type_identity<T>{});
    else
      return f(std::type_identity<std::uint32_t>{});
  });
}

}  // namespace preamar::device
