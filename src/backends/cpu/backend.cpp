#include "backends/cpu/backend.h"

#include "backends/cpu/workers.h"
#include "core/error_text.h"
#include "skeletons/boundary.h"
#include "skeletons/open_components.h"
#include "skeletons/reduce.h"
#include "skeletons/tally.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace preamar::cpu {

const Backend& backend() {
  static constexpr Backend table = {
      .name = "cpu",
      .map = map,
      .reduce = reduce,
      .propagate = propagate,
      .stencil = stencil,
      .convolve = convolve,
      .edges = edges,
      .label = label,
      .sieve = sieve,
      .open_components = open_components,
      .open_facts = open_facts,
      .label_block = label_block,
      .sieve_block = sieve_block,
      .watershed = watershed,
      .lines = lines,
      .histogram = histogram,
      .rows = rows,
      .boundary = boundary,
      .tally = tally,
      .renumber = renumber,
  };
  return table;
}

std::string_view instruction_set() {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  const std::int64_t best = targets & -targets;  // Highway numbers better targets lower
  return hwy::TargetName(best);
}

std::string describe() { return text(worker_count({}), " threads, ", instruction_set()); }

}  // namespace preamar::cpu
