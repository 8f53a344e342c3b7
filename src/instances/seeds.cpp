// The pair for a watershed: gradient and seeds.
#include "instances/hash.h"
#include "instances/tissue.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace preamar::painters {
namespace {

// Rows of tissue, one column wider than the window on either side; the last three are kept.
class TissueRows {
 public:
  explicit TissueRows(const Window& window)
      : window_(widened(window)), shift_(window.first - window_.first), paint_(tissue(window_, 2, 100)) {
    for (Row& row : rows_) row.pixels.resize(static_cast<std::size_t>(window_.count));
  }

  // Where the window's first column is; the pixels beside it can be read where the image has them.
  const std::uint8_t* row(std::int64_t index) {
    Row& row = rows_[static_cast<std::size_t>(index % 3)];
    if (row.index != index) paint_(0, index, row.pixels.data());
    row.index = index;
    return row.pixels.data() + shift_;
  }

 private:
  struct Row {
    std::int64_t index = -1;
    std::vector<std::uint8_t> pixels;
  };

  static Window widened(const Window& window) {
    const std::int64_t first = std::max<std::int64_t>(window.first - 1, 0);
    const std::int64_t end = std::min(window.first + window.count + 1, window.size);
    return {window.size, first, end - first};
  }

  Window window_;
  std::int64_t shift_;
  Painter paint_;
  std::array<Row, 3> rows_;
};

constexpr std::int64_t seeds_a_side = 141;

// The centre of a seed along one axis: `cell` of the grid, moved by `jitter` (16 bits) to 0.2 to 0.8 of it.
std::int64_t seed_centre(std::int64_t size, std::int64_t cell, std::int64_t jitter) {
  const std::int64_t part = 13107 + ((39322 * jitter) >> 16);
  return std::clamp<std::int64_t>((((cell << 16) + part) * size / seeds_a_side) >> 16, 1, size - 2);
}

}  // namespace

Painter tissue_gradient(const Window& window) {
  return [rows = TissueRows(window), window](std::int64_t, std::int64_t row, void* out) mutable {
    auto* to = static_cast<std::uint8_t*>(out);
    std::fill_n(to, window.count, std::uint8_t{0});
    if (row == 0 || row == window.size - 1) return;
    const std::uint8_t* above = rows.row(row - 1);
    const std::uint8_t* here = rows.row(row);
    const std::uint8_t* below = rows.row(row + 1);
    const std::int64_t first = window.first == 0 ? 1 : 0;
    const std::int64_t end = std::min(window.count, window.size - 1 - window.first);
    for (std::int64_t i = first; i < end; ++i)
      to[i] = static_cast<std::uint8_t>(std::max(std::abs(below[i] - above[i]), std::abs(here[i + 1] - here[i - 1])));
  };
}

Painter tissue_seeds(const Window& window) {
  return [window, key = key_of("seeds")](std::int64_t, std::int64_t row, void* out) {
    auto* to = static_cast<std::int32_t*>(out);
    std::fill_n(to, window.count, 0);
    // Later seeds cover earlier ones. Only these rows of the grid can reach the row: a seed lies one pixel about
    // its centre, which may have been moved by one more to stay within the image.
    const std::int64_t first = std::max<std::int64_t>((row - 3) * seeds_a_side / window.size - 1, 0);
    const std::int64_t last = std::min((row + 3) * seeds_a_side / window.size + 1, seeds_a_side - 1);
    for (std::int64_t i = first; i <= last; ++i)
      for (std::int64_t j = 0; j < seeds_a_side; ++j) {
        const std::uint64_t jitter = draw(key, i, j);
        if (std::abs(seed_centre(window.size, i, bits16(jitter, 0)) - row) > 1) continue;
        const std::int64_t column = seed_centre(window.size, j, bits16(jitter, 1)) - window.first;
        const std::int64_t end = std::min(column + 2, window.count);
        for (std::int64_t c = std::max<std::int64_t>(column - 1, 0); c < end; ++c)
          to[c] = static_cast<std::int32_t>(i * seeds_a_side + j + 1);
      }
  };
}

}  // namespace preamar::painters
