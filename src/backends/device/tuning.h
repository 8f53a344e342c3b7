// The tile shape and traversal of propagate, and when it uses a queue, per device.
#pragma once

#include "backends/device/driver.h"

#include <optional>

namespace preamar::device {

struct PropagateTuning {
  int tile = 32;             // rank 2: 32 or 64 cells per side; volumes have tiles of 8
  bool diagonal = false;     // rank 2: diagonals back and forth instead of four sweeps
  int batch = 8;             // rounds that are queued before the host checks for the end
  int groups = 0;            // 0: as many as keep the device busy
  std::uint32_t narrow = 0;  // if no round of a batch lists more tiles, the queue takes over; 0: never
  int slots = 1 << 16;       // visits per launch of the queue: a call can be stopped between launches
  int looks = 1 << 14;       // how often a group looks for a tile before it leaves
};

// The table's entry for a device. Every choice gives the same bytes.
[[nodiscard]] PropagateTuning propagate_tuning(const Info& info);

// For tests: replaces the table from now on, for every device.
void force_propagate_tuning(std::optional<PropagateTuning> tuning);

}  // namespace preamar::device
