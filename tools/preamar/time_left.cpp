#include "time_left.h"

#include <algorithm>

namespace preamar::cli {
namespace {

constexpr double least_part = 0.01;  // of a phase: below it, its pace is not known well enough
constexpr double trust = 0.05;       // the part of a phase whose measurement weighs as much as that of earlier phases

}  // namespace

void TimeLeft::phase(double begin, double end, double now) {
  if (done() > 0) {
    past_work_ += done();
    past_seconds_ += now - phase_began_;
  }
  begin_ = begin;
  end_ = end;
  part_ = std::max(part_, begin);
  phase_began_ = updated_ = now;
}

void TimeLeft::skip(double begin, double now) {
  begin_ = std::max(begin_, begin);
  step_ = 0;
  if (part_ > begin_) return;
  part_ = begin_;
  phase_began_ = updated_ = now;
}

void TimeLeft::update(double part, double now) {
  if (part <= part_) return;
  step_ = part - part_;
  part_ = part;
  updated_ = now;
}

// The time left after `seconds` in this phase, in which it did `done`.
double TimeLeft::extrapolated(double seconds, double done) const {
  const double assumed = past_work_ > 0 ? trust * (end_ - begin_) : 0;
  const double own = (seconds + (assumed > 0 ? assumed * past_seconds_ / past_work_ : 0)) / (done + assumed);
  const double all = (past_seconds_ + seconds) / (past_work_ + done);
  const double rest = end_ - begin_ - done;
  return (rest > 0 ? own * rest : 0) + all * (1 - end_);
}

// Between two updates the last estimate counts down, but not below that of an update which came now.
std::optional<double> TimeLeft::at(double now) const {
  if (past_work_ <= 0 && (done() <= 0 || done() < least_part * (end_ - begin_))) return std::nullopt;
  const double last = extrapolated(updated_ - phase_began_, done()) - (now - updated_);
  const double next = extrapolated(now - phase_began_, std::min(done() + step_, end_ - begin_));
  return std::max({last, next, 0.});
}

}  // namespace preamar::cli
