#include "backends/device/tuning.h"

#include <string_view>

namespace preamar::device {
namespace {

struct Row {
  std::string_view part;  // of Info::tuning
  PropagateTuning propagate;
};

// The first row whose part is in the device's name counts.
constexpr Row table[] = {
    {"pthread", {.tile = 64, .diagonal = false, .batch = 8}},
    {"CPU", {.tile = 64, .diagonal = false, .batch = 8}},
    {"", {.tile = 32, .diagonal = true, .batch = 16}},
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
