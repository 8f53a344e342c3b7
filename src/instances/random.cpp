#include "instances/random.h"

#include "instances/hash.h"
#include "instances/noise.h"

#include <algorithm>
#include <vector>

namespace preamar::painters {
namespace {

// Calls pixel(number) with the random number of each pixel for `key`.
template <class F>
Painter each_number(const Window& window, Key key, F pixel) {
  return [=](std::int64_t plane, std::int64_t row, void* out) {
    auto* to = static_cast<std::uint8_t*>(out);
    const Key row_key = draw(key, plane, row);
    for (std::int64_t i = 0; i < window.count; ++i)
      to[i] = static_cast<std::uint8_t>(pixel(draw(row_key, window.first + i)));
  };
}

int byte_of(std::uint64_t number, int i) { return static_cast<int>((number >> (56 - 8 * i)) & 0xff); }

}  // namespace

Painter random_bytes(const Window& window) {
  return each_number(window, key_of("random"), [](std::uint64_t number) { return byte_of(number, 0); });
}

Painter random_marker(const Window& window) {
  return each_number(window, key_of("random"),
                     [](std::uint64_t number) { return std::min(byte_of(number, 0), byte_of(number, 1)); });
}

Painter random_binary(const Window& window, int rank, int percent) {
  const std::uint64_t below = (static_cast<std::uint64_t>(percent) << 32) / 100;
  return each_number(window, draw(key_of("binary"), rank, percent),
                     [below](std::uint64_t number) { return (number >> 32) < below; });
}

Painter blobs(const Window& window, int rank) {
  const Key key = key_of(rank == 3 ? "blobs3d" : "blobs");
  return [noise = Noise(key, window, rank, {{32, 2}, {8, 1}}),
          levels = std::vector<Level>(static_cast<std::size_t>(window.count))](std::int64_t plane, std::int64_t row,
                                                                               void* out) mutable {
    noise.row(plane, row, 0, levels);
    std::ranges::transform(levels, static_cast<std::uint8_t*>(out), [](Level level) { return level > 0; });
  };
}

}  // namespace preamar::painters
