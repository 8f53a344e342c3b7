#include "backends/device/tuning.h"

#include <string_view>

namespace preamar::device {
namespace {

struct TuningRow {
  std::string_view part;  // of Info::tuning
  PropagateTuning propagate;
};

// The first row whose text is part of the device's name applies. The choices are based on counted work
// (docs/developers/devices.md), not on times:
// - With corners, diagonals take 27 % to 45 % more iterations than four sweeps, each with half the barrier steps: 28 %
//   to 37 % fewer steps in total. With faces only, they take as many iterations, and half the steps.
// - Tiles of 64 take about half the rounds and half the steps, but 35 kB of local memory, so that a GPU's
//   multiprocessor fits only one group of 64 lanes. Tiles of 32 take 9.5 kB. On a CPU, local memory is cache, and a
//   group is a loop: four sweeps read complete rows, which vectorise; diagonals need gathers.
// - Most floods end within 8 to 20 rounds: one to three checks by the host.
// - The queue takes over when the rounds of a batch list no more tiles than the device surely runs at once: then a
// round
//   is as long as one visit, and a launch per visit is all that is left to save. With wider fronts the queue saves no
//   visits, and takes up to 40 % more barrier steps, because each visit floods its tile again.
constexpr TuningRow tunings[] = {
    {"pthread", {.tile = 64, .diagonal = false, .batch = 8}},
    {"CPU", {.tile = 64, .diagonal = false, .batch = 8}},
    {"", {.tile = 32, .diagonal = true, .batch = 8}},
};

std::optional<PropagateTuning> forced;

}  // namespace

PropagateTuning propagate_tuning(const Info& info) {
  if (forced) return *forced;
  for (const TuningRow& row : tunings)
    if (info.tuning.find(row.part) != std::string::npos) {
      PropagateTuning tuning = row.propagate;
      tuning.narrow = static_cast<std::uint32_t>(info.units);
      return tuning;
    }
  return {};
}

void force_propagate_tuning(std::optional<PropagateTuning> tuning) { forced = tuning; }

}  // namespace preamar::device
