#include <preamar/unmix_stains.h>

#include "core/error_text.h"
#include "io/colour/stains.h"

#include <cstddef>
#include <cstring>

namespace preamar {
namespace {

template <class T>
void unmix(const io::Unmixing& unmixing, ConstImageView rgb, ImageView out) {
  const double* const density = io::optical_density(T{});
  const Shape& shape = rgb.shape();
  auto* to = static_cast<float*>(out.data());
  for (std::int64_t y = 0; y < shape[0]; ++y)
    for (std::int64_t x = 0; x < shape[1]; ++x, to += 3) {
      const std::byte* const at = static_cast<const std::byte*>(rgb.data()) + y * rgb.stride(0) + x * rgb.stride(1);
      T pixel[3];
      for (int sample = 0; sample < 3; ++sample) std::memcpy(pixel + sample, at + sample * rgb.stride(2), sizeof(T));
      for (int stain = 0; stain < 3; ++stain) to[stain] = unmixing.stain(density, pixel, stain);
    }
}

}  // namespace

Image unmix_stains(ConstImageView rgb, std::span<const double> stains) {
  const Shape& shape = rgb.shape();
  if (shape.rank() != 3 || shape[2] != 3)
    throw Error(ErrorKind::input, text("unmix_stains: the image has shape ", shape.text(),
                                       "; give rows, columns and the samples red, green, blue"));
  if (rgb.dtype() != DType::uint8 && rgb.dtype() != DType::uint16)
    throw Error(ErrorKind::input, text("unmix_stains: the image is ", name_of(rgb.dtype()), "; give uint8 or uint16"));
  const io::Unmixing unmixing(stains, "unmix_stains");
  Image out(DType::float32, shape);
  if (rgb.dtype() == DType::uint8)
    unmix<std::uint8_t>(unmixing, rgb, out);
  else
    unmix<std::uint16_t>(unmixing, rgb, out);
  return out;
}

}  // namespace preamar
