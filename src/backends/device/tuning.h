// How propagate cuts and walks its tiles, by device.
#pragma once

#include "backends/device/driver.h"

#include <optional>

namespace preamar::device {

struct PropagateTuning {
  int tile = 32;          // of rank 2: 32 or 64 cells a side; volumes have tiles of 8
  bool diagonal = false;  // of rank 2: diagonals there and back instead of four sweeps
  int batch = 8;          // rounds that are enqueued before the host looks whether there was anything left to do
  int groups = 0;         // as many as keep the device busy where 0
};

// What the table says of a device; every choice gives the same bytes.
[[nodiscard]] PropagateTuning propagate_tuning(const Info& info);

// For tests: from now on this instead of the table, for every device.
void force_propagate_tuning(std::optional<PropagateTuning> tuning);

}  // namespace preamar::device
