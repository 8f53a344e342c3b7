#include <preamar/rows.h>

#include <algorithm>
#include <array>
#include <vector>

#include "sobel_cpp.h"

namespace sobel_converted {
namespace {
namespace source {  // the functions of sobel.c
// The pixels around a pixel: row r of them is window[r].
template <class Pixel>
struct Window {
  const Pixel* const* rows;
  std::int64_t x;
  const Pixel* operator[](std::int64_t row) const { return rows[row] + x; }
};

// The convolution of the original, with the masks of Sobel.
const int horizontal[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

const int vertical[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

inline unsigned char sobel(Window<unsigned char> pixel, int x, int y) {
  int gx = 0, gy = 0;
  _Pragma("GCC unroll 16") for (int i = 0; i < 3; i++)
      _Pragma("GCC unroll 16") for (int j = 0; j < 3; j++) {
    gx += horizontal[i][j] * pixel[i][j];
    gy += vertical[i][j] * pixel[i][j];
  }
  int strength = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
  return strength > 255 ? 255 : strength;
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

void Sobel::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                    std::int64_t width, const Layout& layout) const {
  const preamar::Shape shape{height, width};
  const std::int64_t image_stride = layout.image_stride != 0 ? layout.image_stride : width;
  const std::int64_t result_stride = layout.result_stride != 0 ? layout.result_stride : width;
  const auto row = [&](const preamar::RowCall call) {  // a copy: no written pixel can alias it
    const std::int64_t y = call.first / width, left = call.first % width;
    std::array<const unsigned char*, 3> rows;
    for (std::size_t r = 0; r < rows.size(); ++r)
      rows[r] = static_cast<const unsigned char*>(call.from[r]);
    unsigned char* __restrict to = static_cast<unsigned char*>(call.to);
    for (std::int64_t x = 0; x < call.length; ++x) {
      const source::Window<unsigned char> window{rows.data(), x};
      to[x] = source::sobel(window, (int)(left + x), (int)y);
    }
  };
  preamar::stencil_rows(image_of(image, shape, image_stride),
                        image_of(result, shape, result_stride),
                        own_rows<unsigned char, unsigned char>(row, {1, 3, 3}),
                        preamar::Border::nearest, execution(layout));
}

}  // namespace cpp
}  // namespace sobel_converted
