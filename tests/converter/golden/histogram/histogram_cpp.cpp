#include <preamar/rows.h>

#include <algorithm>
#include <array>
#include <vector>

#include "histogram_cpp.h"

namespace histogram_converted {
namespace {
namespace source {  // the functions of histogram.c
// Counters of one thread.
template <class Count, class Value>
void add_to_bin(Count* counts, std::int64_t bins, std::int64_t bin, Value value) {
  if (bin >= 0 && bin < bins) counts[bin] += static_cast<Count>(value);
}

inline void r2vProcessor(unsigned char entrada, std::int64_t* saida, int bins) {
  add_to_bin(saida, bins, entrada, 1);
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

std::vector<int> R2vProcessor::process(const unsigned char* image, std::int64_t height,
                                       std::int64_t width, int bins, const Layout& layout) const {
  const preamar::Shape shape{height, width};
  const std::int64_t image_stride = layout.image_stride != 0 ? layout.image_stride : width;
  // Adjacent pixels count in different copies, so that a run of equal pixels does not wait for one
  // counter. Many bins have one copy, to fit the cache.
  constexpr std::int64_t copies = 4;
  const std::int64_t apart = bins <= 1024 ? bins : 0, counters = (copies - 1) * apart + bins;
  const auto row = [&](const preamar::RowCall call) {  // a copy: no written pixel can alias it
    const unsigned char* __restrict from = static_cast<const unsigned char*>(call.from[0]);
    const auto count = [&](std::int64_t x, std::int64_t* counts) {
      source::r2vProcessor(from[x], counts, bins);
    };
    auto* const own = static_cast<std::int64_t*>(call.to);
    std::int64_t x = 0;
    for (; x + copies <= call.length; x += copies)
      for (std::int64_t i = 0; i < copies; ++i) count(x + i, own + i * apart);
    for (; x < call.length; ++x) count(x, own);
  };
  std::vector<std::int64_t> sums(static_cast<std::size_t>(counters));
  preamar::histogram_rows(image_of(image, shape, image_stride),
                          preamar::view(sums.data(), {counters}),
                          own_rows<unsigned char, std::int64_t>(row), execution(layout));
  std::vector<int> counts(static_cast<std::size_t>(bins));
  for (std::size_t i = 0; i < sums.size(); ++i)
    counts[i % counts.size()] += static_cast<int>(sums[i]);
  return counts;
}

}  // namespace cpp
}  // namespace histogram_converted
