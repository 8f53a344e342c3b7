#include "backends/cpu/backend.h"

#include "backends/cpu/workers.h"
#include "core/error_text.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace preamar::cpu {

const Backend& backend() {
  static constexpr Backend table = {.name = "cpu", .map = map, .reduce = reduce, .propagate = propagate};
  return table;
}

std::string describe() {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  const std::int64_t best = targets & -targets;  // Highway numbers better targets lower
  return text(worker_count({}), " threads, ", hwy::TargetName(best));
}

}  // namespace preamar::cpu
