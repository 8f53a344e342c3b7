// Smooths some columns of a plane of an image along x and y, row by row.
#pragma once

#include "backends/cpu/convolve/window.h"
#include "backends/cpu/edge_thinning/edge_thinning_job.h"
#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

template <class F>
class PlaneSmoother {
 public:
  PlaneSmoother(const EdgeThinningJob<F>& job, Span columns)
      : job_(job),
        columns_(columns),
        line_(columns.count() + 2 * std::int64_t{job.radius} + row_slack),
        along_x_(job.border, job.rows, job.radius, columns.count() + row_slack),
        around_(2 * static_cast<std::size_t>(job.radius) + 1) {}

  // Starts plane z; rows follow in ascending order from `first`.
  void begin(std::int64_t z, std::int64_t first) {
    z_ = z;
    along_x_.begin(first);
  }
  // The smoothed row y.
  void row(std::int64_t y, F* to) {
    along_x_.reach(y, [&](std::int64_t from, F* line) { smooth_along(from, line); });
    along_x_.around(y, job_.radius, around_.data());
    job_.smooth_across(around_.data(), 1, y, columns_.count(), to);
  }

 private:
  void smooth_along(std::int64_t y, F* to) {
    const Span read = columns_.widened(job_.radius, job_.columns);
    const std::int64_t before = read.begin - (columns_.begin - job_.radius);
    const std::int64_t after = columns_.end + job_.radius - read.end;
    F* const first = line_.data() + before;
    const std::byte* const pixels = preamar::row(job_.image, z_ * job_.rows + y);
    job_.filter.load(job_.image.dtype(), pixels + read.begin * size_of(job_.image.dtype()), read.count(), first);
    std::fill_n(line_.data(), before, job_.is_gradient ? F{0} : *first);
    F* const end = first + read.count();
    std::fill_n(end, after, job_.is_gradient ? F{0} : end[-1]);

    job_.filter.along(line_.data() + job_.radius, job_.weights.data(), job_.radius, Parity::even, columns_.count(), to);
    if (!job_.is_gradient) return;
    const auto scale = [&](std::int64_t x) { to[x - columns_.begin] *= job_.factors[0][static_cast<std::size_t>(x)]; };
    std::int64_t x = columns_.begin;
    for (; x < columns_.end && !job_.is_inside(x, job_.columns); ++x) scale(x);
    for (x = std::max(x, job_.columns - job_.radius); x < columns_.end; ++x) scale(x);
  }

  const EdgeThinningJob<F>& job_;
  Span columns_;
  std::int64_t z_ = 0;
  Buffer<F> line_;
  Window<F> along_x_;
  std::vector<const F*> around_;
};

}  // namespace preamar::cpu
