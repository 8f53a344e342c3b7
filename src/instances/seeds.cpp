// Image pairs for a watershed: gradient and seeds.
#include "instances/hash.h"
#include "instances/tissue.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace preamar::painters {
namespace {

// Rows of tissue, one column wider than the window on both sides. Caches the last three rows.
class TissueRows {
 public:
  explicit TissueRows(const Window& window)
      : window_(widened(window)), shift_(window.first - window_.first), paint_(tissue(window_, 2, 100)) {
    for (Row& row : rows_) row.pixels.resize(static_cast<std::size_t>(window_.count));
  }

  // Points to the first column of the window. The columns next to the window may be read if they are in the image.
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

// A grid with a number of seeds per side, along one axis of an image.
struct SeedAxis {
  std::int64_t size, seeds;

  // The centre of a seed: `cell` of the grid, moved by `jitter` (16 bits) to 0.2 to 0.8 of it.
  [[nodiscard]] std::int64_t centre(std::int64_t cell, std::int64_t jitter) const {
    const std::int64_t part = 13107 + ((39322 * jitter) >> 16);
    return std::clamp<std::int64_t>((((cell << 16) + part) * size / seeds) >> 16, 1, size - 2);
  }
  // Only these cells of the grid can reach a pixel: a seed extends one pixel around its centre, which may be moved by
  // one more pixel to stay inside the image.
  [[nodiscard]] std::int64_t first(std::int64_t pixel) const {
    return std::max<std::int64_t>((pixel - 3) * seeds / size - 1, 0);
  }
  [[nodiscard]] std::int64_t last(std::int64_t pixel) const {
    return std::min((pixel + 3) * seeds / size + 1, seeds - 1);
  }
};

// Paints the seeds of one row of the grid whose other coordinates reach the pixels. Field `field` of jitter(k) gives
// the column of seed k; its label is first_label + k.
template <class Reaches, class Jitter>
void stamp_row(const Window& window, const SeedAxis& axis, std::int64_t first_label, int field, Reaches reaches,
               Jitter jitter, std::int32_t* to) {
  for (std::int64_t k = 0; k < axis.seeds; ++k) {
    const std::uint64_t number = jitter(k);
    if (!reaches(number)) continue;
    const std::int64_t column = axis.centre(k, bits16(number, field)) - window.first;
    const std::int64_t end = std::min(column + 2, window.count);
    for (std::int64_t c = std::max<std::int64_t>(column - 1, 0); c < end; ++c)
      to[c] = static_cast<std::int32_t>(first_label + k);
  }
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

// Later seeds overwrite earlier ones.
Painter tissue_seeds(const Window& window) {
  return [window, key = key_of("seeds")](std::int64_t, std::int64_t row, void* out) {
    auto* to = static_cast<std::int32_t*>(out);
    std::fill_n(to, window.count, 0);
    const SeedAxis axis{window.size, 141};
    for (std::int64_t i = axis.first(row); i <= axis.last(row); ++i)
      stamp_row(
          window, axis, i * axis.seeds + 1, 1,
          [&](std::uint64_t number) { return std::abs(axis.centre(i, bits16(number, 0)) - row) <= 1; },
          [&](std::int64_t k) { return draw(key, i, k); }, to);
  };
}

Painter tissue3d_seeds(const Window& window) {
  return [window, key = key_of("seeds3d")](std::int64_t plane, std::int64_t row, void* out) {
    auto* to = static_cast<std::int32_t*>(out);
    std::fill_n(to, window.count, 0);
    const SeedAxis axis{window.size, 27};
    for (std::int64_t i = axis.first(plane); i <= axis.last(plane); ++i)
      for (std::int64_t j = axis.first(row); j <= axis.last(row); ++j)
        stamp_row(
            window, axis, (i * axis.seeds + j) * axis.seeds + 1, 2,
            [&](std::uint64_t number) {
              return std::abs(axis.centre(i, bits16(number, 0)) - plane) <= 1 &&
                     std::abs(axis.centre(j, bits16(number, 1)) - row) <= 1;
            },
            [&](std::int64_t k) { return draw(draw(key, i, j), k); }, to);
  };
}

}  // namespace preamar::painters
