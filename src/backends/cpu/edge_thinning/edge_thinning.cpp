#include "primitives/edge_thinning.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/edge_thinning/plane_smoother.h"
#include "backends/cpu/workers.h"
#include "core/require.h"
#include "primitives/rules/convert.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

// A ring buffer of one quantity for the last slices of a block, with extra columns on both sides and padding for
// vectors.
template <class F>
class Ring {
 public:
  Ring(std::int64_t depth, Span rows, Span columns)
      : depth_(depth),
        rows_(rows),
        begin_(columns.begin - left),
        pitch_(columns.count() + 2 * left + row_slack),
        cells_(checked_product(checked_product(depth, rows.count(), "a ring of rows"), pitch_, "a ring of rows")) {}

  // The address of column 0 of the image in a row, even if the row does not contain it.
  [[nodiscard]] F* row(std::int64_t slice, std::int64_t y) const {
    return cells_.data() + (slice % depth_ * rows_.count() + y - rows_.begin) * pitch_ - begin_;
  }

 private:
  static constexpr std::int64_t left = 16;
  std::int64_t depth_;
  Span rows_;
  std::int64_t begin_, pitch_;
  Buffer<F> cells_;
};

// A block of the image, processed slice by slice: along y in rank 2, along z in rank 3.
struct Block {
  Span slices, rows, columns;
};

template <class F>
class Sweep {
 public:
  Sweep(const EdgeThinningJob<F>& job, const Block& block)
      : job_(job),
        block_(block),
        wide_(widened(2)),
        near_(widened(1)),
        smoother_(job, wide_.columns),
        flat_pitch_(wide_.columns.count() + row_slack),
        flat_(job.border, job.planes, job.radius, job.rank == 2 ? 0 : wide_.rows.count() * flat_pitch_),
        smooth_(3, wide_.rows, wide_.columns),
        measure_(3, near_.rows, near_.columns),
        slopes_{Ring<F>(3, near_.rows, near_.columns), Ring<F>(3, near_.rows, near_.columns),
                Ring<F>(3, near_.rows, near_.columns)},
        around_(2 * static_cast<std::size_t>(job.radius) + 1) {}

  void run() {
    if (job_.rank == 2)
      smoother_.begin(0, wide_.slices.begin);
    else
      flat_.begin(wide_.slices.begin);
    for (std::int64_t s = wide_.slices.begin; s < block_.slices.end + 2; ++s) {
      if (s < wide_.slices.end) smooth(s);
      if (s - 1 >= near_.slices.begin && s - 1 < near_.slices.end) derive(s - 1);
      if (s - 2 >= block_.slices.begin) thin(s - 2);
    }
  }

 private:
  [[nodiscard]] Block widened(std::int64_t margin) const {
    return {block_.slices.widened(margin, job_.slices), block_.rows.widened(margin, job_.slice_rows),
            block_.columns.widened(margin, job_.columns)};
  }

  // Repeats the first and the last column of the image once beyond the edge.
  void extend(F* row, Span columns) const {
    if (columns.begin == 0) row[-1] = row[0];
    if (columns.end == job_.columns) row[job_.columns] = row[job_.columns - 1];
  }

  void smooth(std::int64_t s) {
    if (job_.rank == 3) smooth_planes(s);
    for (std::int64_t y = wide_.rows.begin; y < wide_.rows.end; ++y) {
      F* const to = smooth_.row(s, y);
      if (job_.rank == 2)
        smoother_.row(s, to + wide_.columns.begin);
      else
        smooth_along_z(s, y, to + wide_.columns.begin);
      extend(to, wide_.columns);
    }
  }

  // Smooths planes along x and y, up to the last that plane z needs.
  void smooth_planes(std::int64_t z) {
    flat_.reach(z, [&](std::int64_t from, F* plane) {
      smoother_.begin(from, wide_.rows.begin);
      for (std::int64_t y = wide_.rows.begin; y < wide_.rows.end; ++y)
        smoother_.row(y, plane + (y - wide_.rows.begin) * flat_pitch_);
    });
  }

  void smooth_along_z(std::int64_t z, std::int64_t y, F* to) {
    flat_.around(z, job_.radius, around_.data());
    for (const F*& plane : around_) plane += (y - wide_.rows.begin) * flat_pitch_;
    job_.smooth_across(around_.data(), 2, z, wide_.columns.count(), to);
  }

  // The rows around a row of a slice, from column `x` on; rows outside the image repeat the nearest.
  [[nodiscard]] const F* const* around(const Ring<F>& ring, std::int64_t s, std::int64_t y, std::int64_t x) {
    const auto slice = [&](std::int64_t i) { return std::clamp<std::int64_t>(s + i, 0, job_.slices - 1); };
    for (std::int64_t i = -1; i <= 1; ++i) {
      if (job_.rank == 2) {
        near_rows_[i + 1] = ring.row(slice(i), 0) + x;
        continue;
      }
      for (std::int64_t k = -1; k <= 1; ++k)
        near_rows_[4 + 3 * i + k] = ring.row(slice(i), std::clamp<std::int64_t>(y + k, 0, job_.rows - 1)) + x;
    }
    return near_rows_;
  }

  void derive(std::int64_t s) {
    const Span columns = near_.columns;
    for (std::int64_t y = near_.rows.begin; y < near_.rows.end; ++y) {
      F* const slopes[] = {slopes_[0].row(s, y) + columns.begin, slopes_[1].row(s, y) + columns.begin,
                           slopes_[2].row(s, y) + columns.begin};
      F* const measure = measure_.row(s, y);
      job_.edge.derive(around(smooth_, s, y, columns.begin), columns.count(), slopes, measure + columns.begin);
      extend(measure, columns);
    }
  }

  void thin(std::int64_t s) {
    for (std::int64_t y = block_.rows.begin; y < block_.rows.end; ++y) {
      const std::int64_t r = s * job_.slice_rows + y;
      auto* const weak = reinterpret_cast<std::uint8_t*>(row(job_.weak, r));
      auto* const strong = reinterpret_cast<std::uint8_t*>(row(job_.strong, r));
      const Span within = thinned(r);
      const auto clear = [&](std::int64_t begin, std::int64_t end) {
        std::fill(weak + begin, weak + end, std::uint8_t{0});
        std::fill(strong + begin, strong + end, std::uint8_t{0});
      };
      clear(block_.columns.begin, within.begin);
      clear(within.end, block_.columns.end);
      if (within.count() <= 0) continue;
      const F* const slopes[] = {slopes_[0].row(s, y) + within.begin, slopes_[1].row(s, y) + within.begin,
                                 slopes_[2].row(s, y) + within.begin};
      job_.edge.thin(around(measure_, s, y, within.begin), slopes, job_.levels, within.count(), weak + within.begin,
                     strong + within.begin);
    }
  }

  // The columns of row r that may be edges: for `gradient`, not those on the edge of the image.
  [[nodiscard]] Span thinned(std::int64_t r) const {
    if (!job_.is_gradient) return block_.columns;
    if (is_edge_row(job_.image.shape(), r)) return {block_.columns.end, block_.columns.end};
    const Span within{std::max<std::int64_t>(1, block_.columns.begin), std::min(job_.columns - 1, block_.columns.end)};
    return within.count() > 0 ? within : Span{block_.columns.end, block_.columns.end};
  }

  const EdgeThinningJob<F>& job_;
  Block block_;
  Block wide_, near_;  // the regions of smoothed values and of gradients
  PlaneSmoother<F> smoother_;
  std::int64_t flat_pitch_;
  Window<F> flat_;  // in rank 3: planes smoothed along x and y
  Ring<F> smooth_, measure_;
  Ring<F> slopes_[3];
  std::vector<const F*> around_;
  const F* near_rows_[9] = {};
};

struct BlockSize {
  std::int64_t slices, rows, columns;
};

// The rings of a block should stay in the L1 and L2 caches, and the work repeated at its edges should be small.
template <class F>
BlockSize block_size(const EdgeThinningJob<F>& job) {
  const std::int64_t columns = 4096 / sizeof(F), overlap = 2 * (std::int64_t{job.radius} + 2);
  if (job.rank == 2) return {std::max<std::int64_t>(256, 4 * overlap), 1, columns};
  return {std::max<std::int64_t>(128, 4 * overlap), 64, columns / 4};
}

// Upper bound of the bytes for the sweep of a block.
template <class F>
std::int64_t sweep_bytes(const EdgeThinningJob<F>& job, const BlockSize& size) {
  const std::int64_t rows = std::min(size.rows, job.slice_rows) + 4, columns = std::min(size.columns, job.columns) + 64;
  const auto window = [&](std::int64_t extent) { return Window<F>::cells(extent, job.radius, 1); };
  const std::int64_t flat = job.rank == 2 ? 0 : window(job.planes);
  const std::int64_t lines = window(job.rows) + 1 + (flat + 5 * 3) * rows;
  return (lines * columns + 2 * std::int64_t{job.radius}) * static_cast<std::int64_t>(sizeof(F));
}

template <class F>
void find_edges(const Execution& on, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                ImageView strong) {
  const EdgeThinningJob<F> job(spec, image, weak, strong);
  const BlockSize size = block_size(job);
  require_memory(on.scratch_memory, worker_count(on) * sweep_bytes(job, size));
  const auto over = [](std::int64_t n, std::int64_t by) { return (n + by - 1) / by; };
  const auto part = [](std::int64_t i, std::int64_t by, std::int64_t n) {
    return Span{i * by, std::min(n, (i + 1) * by)};
  };
  const std::int64_t down = over(job.slice_rows, size.rows), across = over(job.columns, size.columns);
  for_told_ranges(on, over(job.slices, size.slices) * down * across, 1, [&](std::int64_t i, std::int64_t) {
    const Block block{part(i / across / down, size.slices, job.slices),
                      part(i / across % down, size.rows, job.slice_rows), part(i % across, size.columns, job.columns)};
    Sweep<F>(job, block).run();
  });
}

}  // namespace

void edge_thinning(const Execution& on, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                   ImageView strong) {
  if (image.shape().count() == 0) return;
  if (working_dtype(image.dtype()) == DType::float32)
    find_edges<float>(on, spec, image, weak, strong);
  else
    find_edges<double>(on, spec, image, weak, strong);
}

}  // namespace preamar::cpu
