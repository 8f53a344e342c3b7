// What a running command holds: the request to stop, the progress, and an Execution with both.
#pragma once

#include "platform/signals.h"
#include "progress.h"
#include "request.h"

#include <preamar/blocks.h>
#include <preamar/execution.h>
#include <preamar/stop_scope.h>

#include <stop_token>
#include <string_view>

namespace preamar::cli {

class Session {
 public:
  // Throws Error (device) where the device is not here.
  Session(std::string_view command, const Settings& settings);

  [[nodiscard]] const Execution& execution() const noexcept { return execution_; }
  // Names the stage that begins, for the progress; throws Error (stopped) where the user asked to stop.
  void stage(std::string_view what);
  // Shows a phase of a run in blocks.
  void phase(const RunPhase& phase) { progress_.phase(phase.name, phase.begin, phase.end); }
  // A line for --explain; nothing without it.
  void explain(std::string_view what);

 private:
  const bool explains_;
  std::stop_source stop_;
  StopScope scope_;        // of what this thread reads and writes
  OsStopSignals signals_;  // before the progress, which has a thread
  Progress progress_;
  Execution execution_;
};

// The device of plain serial loops, which others are checked against.
inline constexpr std::string_view oracle = "reference";

// Throws Error (device) where the device is not here.
void require_device(const Settings& settings);
// The settings and the device of a plan or a run in blocks.
[[nodiscard]] BlockSettings block_settings(const Settings& settings);
[[nodiscard]] Execution execution_for(const Settings& settings);
// Kinds of device, such as "opencl" of "opencl:0", are one backend each.
[[nodiscard]] std::string backend_of(const Settings& settings);
// The threads that work on such a device.
[[nodiscard]] int thread_count(const Settings& settings);

}  // namespace preamar::cli
