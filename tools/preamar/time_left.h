// Estimates how long a run still takes, from the phases and the progress that it reports.
#pragma once

#include <optional>

namespace preamar::cli {

// Phases may differ in pace, so the current one is extrapolated at its own pace and later ones at that of the run so
// far. Times are seconds since any moment.
class TimeLeft {
 public:
  // A phase begins; its progress goes from `begin` to `end`.
  void phase(double begin, double end, double now);
  // The progress up to `begin` took no time: an earlier run did it.
  void skip(double begin, double now);
  void update(double part, double now);

  // None until the phase has shown its pace.
  [[nodiscard]] std::optional<double> at(double now) const;

 private:
  [[nodiscard]] double done() const { return part_ - begin_; }
  [[nodiscard]] double extrapolated(double seconds, double done) const;

  double begin_ = 0, end_ = 1, part_ = 0;
  double phase_began_ = 0, updated_ = 0;
  double step_ = 0;                          // of the last update
  double past_work_ = 0, past_seconds_ = 0;  // of earlier phases
};

}  // namespace preamar::cli
