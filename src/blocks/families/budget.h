// The memory of a run, and how much of it a step may use.
#pragma once

#include <cstdint>
#include <functional>

namespace preamar::blocks {

struct Budget {
  std::int64_t memory = INT64_MAX;  // bytes that the process may use
  std::int64_t planned = 0;         // the part of these bytes that the plan accounts for
  // The bytes that a plan within `memory` accounts for.
  std::function<std::int64_t(std::int64_t memory)> planned_within = [](std::int64_t) { return std::int64_t{0}; };

  // The minimum memory that leaves this many bytes in addition to the planned ones.
  [[nodiscard]] std::int64_t memory_for(double bytes) const;
};

}  // namespace preamar::blocks
