// All passes over one block of an image; its sums stay in the L1 and L2 caches.
#pragma once

#include "backends/cpu/convolve/filter_rows.h"
#include "backends/cpu/convolve/passes.h"
#include "backends/cpu/convolve/window.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace preamar::cpu {

// An image as planes and rows, or no image. Rank 2 is one plane.
struct Planes {
  Planes() = default;
  explicit Planes(const std::optional<ImageView>& image) {
    if (image) *this = Planes(ConstImageView(*image));
  }
  explicit Planes(ConstImageView image) : size(size_of(image.dtype())), dtype(image.dtype()) {
    data = static_cast<const std::byte*>(image.data());
    plane_stride = image.rank() == 3 ? image.stride(0) : 0;
    row_stride = image.stride(image.rank() - 2);
    planes = image.rank() == 3 ? image.shape()[0] : 1;
    rows = image.shape()[image.rank() - 2];
    columns = image.shape()[image.rank() - 1];
  }
  [[nodiscard]] bool is_wanted() const { return data != nullptr; }
  [[nodiscard]] std::byte* at(std::int64_t z, std::int64_t y, std::int64_t x) const {
    return const_cast<std::byte*>(data) + z * plane_stride + y * row_stride + x * size;
  }

  const std::byte* data = nullptr;
  std::int64_t plane_stride = 0, row_stride = 0, planes = 0, rows = 0, columns = 0, size = 1;
  DType dtype = DType::uint8;
};

template <class F>
struct ConvolveJob {
  Planes image, smooth, magnitude, direction;
  std::vector<Pass<F>> passes;
  Border border;
  FilterRows<F> rows;
  bool is_large;  // results bypass the cache
};

// Rows y to y + rows and columns x to x + columns of every plane.
struct Block {
  std::int64_t y, x, rows, columns;
};

template <class F>
class BlockFilter {
 public:
  BlockFilter(const ConvolveJob<F>& job, const Block& block)
      : job_(job),
        block_(block),
        stride_(row_cells(block)),
        padded_(2 * margin() + stride_),
        parts_(job.passes.back().count() * stride_),
        along_y_(job.border, job.image.rows, pass(1).radius, pass(0).count() * stride_),
        along_z_(job.border, job.image.planes, is_volume() ? pass(2).radius : 0,
                 is_volume() ? pass(1).count() * block.rows * stride_ : 0),
        lines_(static_cast<std::size_t>(2 * std::max(pass(1).radius, job.passes.back().radius) + 1)) {}

  void run() {
    if (!is_volume())
      return plane(
          0, [&](int part, std::int64_t) { return part_at(part); }, [&](std::int64_t y) { finish(0, y); });
    along_z_.begin(0);
    for (std::int64_t z = 0; z < job_.image.planes; ++z) {
      along_z_.reach(z, [&](std::int64_t from, F* to) {
        plane(
            from, [&](int part, std::int64_t y) { return to + (part * block_.rows + y - block_.y) * stride_; },
            [](std::int64_t) {});
      });
      for (std::int64_t y = block_.y; y < block_.y + block_.rows; ++y) {
        for (int i = 0; i < pass(2).count(); ++i)
          sum(along_z_, z, pass(2).terms[static_cast<std::size_t>(i)],
              (pass(2).terms[static_cast<std::size_t>(i)].from * block_.rows + y - block_.y) * stride_, part_at(i));
        finish(z, y);
      }
    }
  }

  // Bytes of scratch for a block.
  [[nodiscard]] static std::int64_t bytes(const ConvolveJob<F>& job, const Block& block) {
    const std::int64_t stride = row_cells(block), x_sums = job.passes[0].count(), y_sums = job.passes[1].count();
    std::int64_t cells = 2 * job.passes[0].radius + (y_sums + 3) * stride;
    cells += Window<F>::cells(job.image.rows, job.passes[1].radius, x_sums * stride);
    if (job.passes.size() > 2)
      cells += Window<F>::cells(job.image.planes, job.passes[2].radius, y_sums * block.rows * stride);
    return cells * static_cast<std::int64_t>(sizeof(F));
  }

 private:
  // Rows of sums are aligned to cache lines and padded by row_slack.
  static constexpr std::int64_t line_cells = 64 / sizeof(F);
  [[nodiscard]] static std::int64_t row_cells(const Block& block) {
    return (block.columns + row_slack + line_cells - 1) / line_cells * line_cells;
  }
  [[nodiscard]] std::int64_t margin() const { return (pass(0).radius + line_cells - 1) / line_cells * line_cells; }
  [[nodiscard]] bool is_volume() const { return job_.passes.size() > 2; }
  [[nodiscard]] const Pass<F>& pass(std::size_t i) const { return job_.passes[i]; }
  [[nodiscard]] F* part_at(int part) const { return parts_.data() + part * stride_; }

  // The sums along x and y of a plane. Writes part `part` of row y to place(part, y), then calls done(y).
  template <class Coordinates, class Done>
  void plane(std::int64_t z, const Coordinates& place, const Done& done) {
    along_y_.begin(block_.y);
    for (std::int64_t y = block_.y; y < block_.y + block_.rows; ++y) {
      along_y_.reach(y, [&](std::int64_t from, F* to) { row(z, from, to); });
      int part = 0;
      for (const Term<F>& term : pass(1).terms) sum(along_y_, y, term, term.from * stride_, place(part++, y));
      done(y);
    }
  }

  // The sum across the lines around `at`, from the row at `offset` in each.
  void sum(const Window<F>& window, std::int64_t at, const Term<F>& term, std::int64_t offset, F* to) {
    const int radius = term.kernel.radius();
    window.around(at, radius, lines_.data());
    for (int k = 0; k <= 2 * radius; ++k) lines_[static_cast<std::size_t>(k)] += offset;
    job_.rows.across(lines_.data(), term.kernel.weights.data(), radius, term.kernel.parity, block_.columns, to);
  }

  // Prefetches a part of a row that is needed soon: it is on another page, which the hardware prefetcher does not
  // predict.
  void prefetch(std::int64_t z, std::int64_t y) const {
    if (y >= job_.image.rows) return;
    const std::byte* const begin = job_.image.at(z, y, block_.x);
    for (std::int64_t i = 0; i < block_.columns * job_.image.size; i += 64) hwy::Prefetch(begin + i);
  }

  // The sums along x of a row.
  void row(std::int64_t z, std::int64_t y, F* to) {
    prefetch(z, y + 2);
    load(z, y);
    for (const Term<F>& term : pass(0).terms) {
      const Kernel<F>& kernel = term.kernel;
      job_.rows.along(padded_.data() + margin(), kernel.weights.data(), kernel.radius(), kernel.parity, block_.columns,
                      to);
      to += stride_;
    }
  }

  // Loads the values of a row, including the columns that its first and last sums reach.
  void load(std::int64_t z, std::int64_t y) {
    const Planes& image = job_.image;
    const std::int64_t radius = pass(0).radius, first = block_.x - radius, last = block_.x + block_.columns + radius;
    const std::int64_t begin = std::max<std::int64_t>(0, first), end = std::min(image.columns, last);
    F* const at = padded_.data() + margin() - block_.x;  // address of column 0
    job_.rows.load(image.dtype, image.at(z, y, begin), end - begin, at + begin);
    const auto beyond = [&](std::int64_t x) {
      const std::int64_t from = border_index(job_.border, x, image.columns);
      if (from == outside)
        at[x] = 0;
      else if (from >= begin && from < end)
        at[x] = at[from];
      else
        job_.rows.load(image.dtype, image.at(z, y, from), 1, at + x);
    };
    for (std::int64_t x = first; x < begin; ++x) beyond(x);
    for (std::int64_t x = end; x < last; ++x) beyond(x);
  }

  // Computes the results from the parts.
  void finish(std::int64_t z, std::int64_t y) {
    const FilterRows<F>& rows = job_.rows;
    const auto store = job_.is_large ? rows.store_past_cache : rows.store;
    const auto magnitude = job_.is_large ? rows.magnitude_past_cache : rows.magnitude;
    if (job_.smooth.is_wanted())
      return store(part_at(0), block_.columns, job_.smooth.dtype, job_.smooth.at(z, y, block_.x));
    const std::array<const F*, max_rank> parts{part_at(0), part_at(1), is_volume() ? part_at(2) : nullptr};
    if (job_.magnitude.is_wanted())
      magnitude(parts.data(), is_volume() ? 3 : 2, block_.columns,
                reinterpret_cast<float*>(job_.magnitude.at(z, y, block_.x)));
    if (job_.direction.is_wanted())
      rows.angle(parts[0], parts[1], block_.columns, reinterpret_cast<float*>(job_.direction.at(z, y, block_.x)));
  }

  const ConvolveJob<F>& job_;
  const Block block_;
  const std::int64_t stride_;
  const Buffer<F> padded_, parts_;
  Window<F> along_y_, along_z_;
  std::vector<const F*> lines_;
};

}  // namespace preamar::cpu
