#include "backends/device/tuning.h"

#include <string_view>

namespace preamar::device {
namespace {

struct Row {
  std::string_view part;  // of Info::tuning
  PropagateTuning propagate;
};

// The first row whose part is in the device's name counts. What the rows rest on is counted work
// (docs/benchmarks/device_work.md), no times:
// - With corners, diagonals take 27 to 45 in 100 more iterations than four sweeps, each of half the barrier steps, so
//   28 to 37 in 100 fewer steps in all; with faces alone as many iterations, and half the steps.
// - Tiles of 64 take about half the rounds and half the steps, but 35 kB of local memory, which leaves a GPU's
//   multiprocessor one group of 64 lanes; tiles of 32 take 9.5 kB. On a processor local memory is cache, and a group is
//   a loop; there four sweeps read whole rows, which vectorise, where diagonals gather.
// - Most floods end within 8 to 20 rounds, which are one to three looks of the host.
constexpr Row table[] = {
    {"pthread", {.tile = 64, .diagonal = false, .batch = 8}},
    {"CPU", {.tile = 64, .diagonal = false, .batch = 8}},
    {"", {.tile = 32, .diagonal = true, .batch = 8}},
};

std::optional<PropagateTuning> forced;

}  // namespace

PropagateTuning propagate_tuning(const Info& info) {
  if (forced) return *forced;
  for (const Row& row : table)
    if (info.tuning.find(row.part) != std::string::npos) return row.propagate;
  return {};
}

void force_propagate_tuning(std::optional<PropagateTuning> tuning) { forced = tuning; }

}  // namespace preamar::device
