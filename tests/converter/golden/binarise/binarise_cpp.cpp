#include <preamar/rows.h>

#include <algorithm>
#include <array>
#include <vector>

#include "binarise_cpp.h"

namespace binarise_converted {
namespace {
namespace source {  // the functions of binarise.c

inline unsigned char binarizador(unsigned char pixel, int index, const data& parametro) {
  return pixel + parametro.tolerancia > 127 ? 255 : 0;
}

}  // namespace source

// Adapts `row` to Preamar's interface; called for each row or part of a row.
template <class Pixel, class Result, class Row>
preamar::OwnRows own_rows(const Row& row, const std::array<std::int64_t, 3>& window = {1, 1, 1}) {
  const auto call_row = [](const void* context, const preamar::RowCall& call) {
    (*static_cast<const Row*>(context))(call);
  };
  return {preamar::dtype_of<Pixel>(), preamar::dtype_of<Result>(), window, call_row, &row};
}

// Byte strides of an image whose rows are `stride` pixels of `size` bytes apart.
preamar::Strides strides_of(const preamar::Shape& shape, std::int64_t stride, std::size_t size) {
  preamar::Strides strides{};
  std::int64_t apart = static_cast<std::int64_t>(size);
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = apart;
    apart *= axis == shape.rank() - 1 ? stride : shape[axis];
  }
  return strides;
}

// An image of numbers.
template <class Pixel>
auto image_of(Pixel* data, const preamar::Shape& shape, std::int64_t stride) {
  return preamar::view(data, shape, strides_of(shape, stride, sizeof(Pixel)));
}

preamar::Execution execution(const cpp::Layout& layout) {
  preamar::Execution on;
  on.threads = layout.threads;
  return on;
}

}  // namespace

namespace cpp {

void Binarizador::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                          std::int64_t width, const Layout& layout) const {
  const preamar::Shape shape{height, width};
  const std::int64_t image_stride = layout.image_stride != 0 ? layout.image_stride : width;
  const std::int64_t result_stride = layout.result_stride != 0 ? layout.result_stride : width;
  const auto row = [&](const preamar::RowCall call) {  // a copy: no written pixel can alias it
    const unsigned char* __restrict from = static_cast<const unsigned char*>(call.from[0]);
    unsigned char* __restrict to = static_cast<unsigned char*>(call.to);
    const data parametro_ = this->parametro_;
    for (std::int64_t x = 0; x < call.length; ++x)
      to[x] = source::binarizador(from[x], (int)(call.first + x), parametro_);
  };
  preamar::map_rows(image_of(image, shape, image_stride), image_of(result, shape, result_stride),
                    own_rows<unsigned char, unsigned char>(row), execution(layout));
}

}  // namespace cpp
}  // namespace binarise_converted
