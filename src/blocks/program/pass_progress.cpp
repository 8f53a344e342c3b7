#include "blocks/program/pass_progress.h"

#include "core/error_text.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace preamar::blocks {

PassProgress::PassProgress(std::vector<double> costs, const Execution& on, PhaseFunction phase)
    : costs_(std::move(costs)), on_(on), phase_(std::move(phase)) {}

void PassProgress::begin(std::size_t pass, std::int64_t visits) {
  const std::lock_guard lock(mutex_);
  const auto own = costs_.begin() + static_cast<std::ptrdiff_t>(pass);
  const double before = std::accumulate(costs_.begin(), own, 0.), all = std::accumulate(own, costs_.end(), before);
  pass_ = {text("block pass ", pass + 1, " of ", costs_.size()), before / all, (before + *own) / all};
  visited_ = skipped_ = 0;
  visits_ = std::max<std::int64_t>(visits, 1);
  if (phase_) phase_(pass_);
}

void PassProgress::expect(std::int64_t visits) {
  const std::lock_guard lock(mutex_);
  visits_ += visits;
}

void PassProgress::count(std::int64_t visits, std::int64_t skipped) {
  const std::lock_guard lock(mutex_);
  visited_ += visits;
  skipped_ += skipped;
  const auto at = [&](std::int64_t done) {
    const double part = static_cast<double>(done) / static_cast<double>(visits_);
    return pass_.begin + (pass_.end - pass_.begin) * std::min(part, 1.);
  };
  progress_ = std::max(progress_, at(visited_));
  if (on_.progress) on_.progress(progress_);
  if (skipped > 0 && phase_) phase_({pass_.name, at(skipped_), pass_.end});
}

}  // namespace preamar::blocks
