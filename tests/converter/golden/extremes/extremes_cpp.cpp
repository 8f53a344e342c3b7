#include <preamar/rows.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "extremes_cpp.h"

namespace extremes_converted {
namespace {
namespace source {  // the functions of extremes.c

inline T menor(E pixel1, E pixel2) { return pixel1 < pixel2 ? pixel1 : pixel2; }

inline T maior(E pixel1, E pixel2) { return pixel1 > pixel2 ? pixel1 : pixel2; }

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

T Menor::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const preamar::Shape shape{height, width};
  const std::int64_t image_stride = layout.image_stride != 0 ? layout.image_stride : width;
  if (shape.count() == 0)
    throw std::invalid_argument("menor: an image without pixels has no result");
  struct Part {
    T value;
    bool is_set = false;
  };
  std::vector<Part> parts(static_cast<std::size_t>(preamar::row_tiles(shape)));
  const auto row = [&](const preamar::RowCall call) {  // a copy: no written pixel can alias it
    const uint8_t* __restrict from = static_cast<const uint8_t*>(call.from[0]);
    const auto value = [&](std::int64_t x) { return (T)from[x]; };
    T so_far = value(0);
    std::int64_t x = 1;
    for (; x < call.length; ++x) so_far = source::menor(so_far, value(x));
    Part& part = parts[static_cast<std::size_t>(call.tile)];
    part = {part.is_set ? source::menor(part.value, so_far) : so_far, true};
  };
  preamar::reduce_rows(image_of(image, shape, image_stride), own_rows<uint8_t, uint8_t>(row),
                       execution(layout));
  T so_far = parts[0].value;
  for (std::size_t i = 1; i < parts.size(); ++i) so_far = source::menor(so_far, parts[i].value);
  return so_far;
}

T Maior::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const preamar::Shape shape{height, width};
  const std::int64_t image_stride = layout.image_stride != 0 ? layout.image_stride : width;
  if (shape.count() == 0)
    throw std::invalid_argument("maior: an image without pixels has no result");
  struct Part {
    T value;
    bool is_set = false;
  };
  std::vector<Part> parts(static_cast<std::size_t>(preamar::row_tiles(shape)));
  const auto row = [&](const preamar::RowCall call) {  // a copy: no written pixel can alias it
    const uint8_t* __restrict from = static_cast<const uint8_t*>(call.from[0]);
    const auto value = [&](std::int64_t x) { return (T)from[x]; };
    T so_far = value(0);
    std::int64_t x = 1;
    for (; x < call.length; ++x) so_far = source::maior(so_far, value(x));
    Part& part = parts[static_cast<std::size_t>(call.tile)];
    part = {part.is_set ? source::maior(part.value, so_far) : so_far, true};
  };
  preamar::reduce_rows(image_of(image, shape, image_stride), own_rows<uint8_t, uint8_t>(row),
                       execution(layout));
  T so_far = parts[0].value;
  for (std::size_t i = 1; i < parts.size(); ++i) so_far = source::maior(so_far, parts[i].value);
  return so_far;
}

}  // namespace cpp
}  // namespace extremes_converted
