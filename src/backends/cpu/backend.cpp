#include "backends/cpu/backend.h"

#include "backends/cpu/workers.h"
#include "core/error_text.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace preamar::cpu {

const Backend& backend() {
  static constexpr Backend table = {.name = "cpu" PREAMAR_PRIMITIVES(PREAMAR_TABLE_PRIMITIVE)};
  return table;
}

std::string_view instruction_set() {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  const std::int64_t best = targets & -targets;  // Highway gives better targets lower numbers
  return hwy::TargetName(best);
}

std::string describe() { return text(worker_count({}), " threads, ", instruction_set()); }

}  // namespace preamar::cpu
