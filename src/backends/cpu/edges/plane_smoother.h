// Smooths some columns of a plane of an image along x and y, row by row.
#pragma once

#include "backends/cpu/edges/edges_job.h"
#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// Rows that are smoothed along x stay in a ring until no row needs them, so each is made once.
template <class F>
class PlaneSmoother {
 public:
  PlaneSmoother(const EdgesJob<F>& job, Span columns)
      : job_(job),
        columns_(columns),
        depth_(job.ring_depth(job.rows)),
        pitch_(columns.count() + row_slack),
        line_(columns.count() + 2 * std::int64_t{job.radius} + row_slack),
        rows_(checked_product(depth_ + 1, pitch_, "the rows of a smoother")),
        around_(2 * static_cast<std::size_t>(job.radius) + 1) {
    std::fill_n(outside_row(), pitch_, F{0});
  }

  // Rows are those of plane z from now on.
  void begin(std::int64_t z) {
    z_ = z;
    next_ = 0;
  }
  // The smoothed row y; rows of a plane are asked for in rising order.
  void row(std::int64_t y, F* to) {
    const std::int64_t radius = job_.radius;
    if (next_ < y - radius) next_ = y - radius;
    for (; next_ <= std::min(y + radius, job_.rows - 1); ++next_) smooth_along(next_);
    for (std::int64_t k = -radius; k <= radius; ++k) around_[static_cast<std::size_t>(k + radius)] = at(y + k);
    job_.smooth_across(around_.data(), 1, y, columns_.count(), to);
  }

 private:
  [[nodiscard]] F* slot(std::int64_t y) const { return rows_.data() + y % depth_ * pitch_; }
  [[nodiscard]] F* outside_row() const { return rows_.data() + depth_ * pitch_; }
  [[nodiscard]] const F* at(std::int64_t y) const {
    if (y >= 0 && y < job_.rows) return slot(y);
    return job_.is_gradient ? outside_row() : slot(std::clamp<std::int64_t>(y, 0, job_.rows - 1));
  }

  void smooth_along(std::int64_t y) {
    const Span read = columns_.widened(job_.radius, job_.columns);
    const std::int64_t before = read.begin - (columns_.begin - job_.radius);
    const std::int64_t after = columns_.end + job_.radius - read.end;
    F* const first = line_.data() + before;
    const std::byte* const pixels = preamar::row(job_.image, z_ * job_.rows + y);
    job_.filter.load(job_.image.dtype(), pixels + read.begin * size_of(job_.image.dtype()), read.count(), first);
    std::fill_n(line_.data(), before, job_.is_gradient ? F{0} : *first);
    F* const end = first + read.count();
    std::fill_n(end, after, job_.is_gradient ? F{0} : end[-1]);

    F* const to = slot(y);
    job_.filter.along(line_.data() + job_.radius, job_.weights.data(), job_.radius, Parity::even, columns_.count(), to);
    if (!job_.is_gradient) return;
    const auto scale = [&](std::int64_t x) { to[x - columns_.begin] *= job_.factors[0][static_cast<std::size_t>(x)]; };
    std::int64_t x = columns_.begin;
    for (; x < columns_.end && !job_.is_inside(x, job_.columns); ++x) scale(x);
    for (x = std::max(x, job_.columns - job_.radius); x < columns_.end; ++x) scale(x);
  }

  const EdgesJob<F>& job_;
  Span columns_;
  std::int64_t depth_, pitch_;
  std::int64_t z_ = 0;
  std::int64_t next_ = 0;  // the first row that is not smoothed along x
  Buffer<F> line_, rows_;
  std::vector<const F*> around_;
};

}  // namespace preamar::cpu
