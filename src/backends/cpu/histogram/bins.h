// The bin of a level: a guess from the mean width of bins, corrected by the edges.
#pragma once

#include "primitives/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

class Bins {
 public:
  explicit Bins(std::span<const double> edges)
      : edges_(edges),
        count_(static_cast<std::int64_t>(edges.size()) - 1),
        scale_(static_cast<double>(count_) / (edges.back() - edges.front())) {
    if (!std::isfinite(scale_)) scale_ = 0;  // the range is too narrow for a guess; only the edges decide
  }

  [[nodiscard]] std::int64_t count() const { return count_; }

  // 0 to count() - 1; count() if the level is outside all bins or NaN.
  [[nodiscard]] std::int64_t operator()(double level) const {
    if (!(level >= edges_.front() && level <= edges_.back())) return count_;
    const std::int64_t guess = std::min(static_cast<std::int64_t>((level - edges_.front()) * scale_), count_ - 1);
    if (level >= edge(guess) && (level < edge(guess + 1) || guess == count_ - 1)) return guess;
    return std::min(std::ranges::upper_bound(edges_, level) - edges_.begin(), count_) - 1;
  }

 private:
  [[nodiscard]] double edge(std::int64_t i) const { return edges_[static_cast<std::size_t>(i)]; }

  std::span<const double> edges_;
  std::int64_t count_;
  double scale_;
};

}  // namespace preamar::cpu
