// The progress of the passes of a run: each counts in proportion to its estimated time.
#pragma once

#include "blocks/program/phases.h"

#include <preamar/execution.h>

#include <cstdint>
#include <mutex>
#include <vector>

namespace preamar::blocks {

// Thread-safe after begin().
class PassProgress {
 public:
  // `costs`: of each pass, in any unit.
  PassProgress(std::vector<double> costs, const Execution& on, PhaseFunction phase);

  // The pass begins and visits this many blocks.
  void begin(std::size_t pass, std::int64_t visits);
  // More visits than planned.
  void expect(std::int64_t visits);
  void add(std::int64_t visits) { count(visits, 0); }
  // Visits that an earlier run has done.
  void skip(std::int64_t visits) { count(visits, visits); }

 private:
  void count(std::int64_t visits, std::int64_t skipped);

  const std::vector<double> costs_;
  const Execution& on_;
  const PhaseFunction phase_;
  std::mutex mutex_;
  RunPhase pass_;
  std::int64_t visited_ = 0, skipped_ = 0, visits_ = 1;  // of the pass
  double progress_ = 0;                                  // the fraction that was reported last
};

}  // namespace preamar::blocks
