#include "backends/reference/backend.h"

#include "skeletons/boundary.h"
#include "skeletons/reduce.h"
#include "skeletons/tally.h"

namespace preamar::reference {

const Backend& backend() {
  static constexpr Backend table = {
      .name = "reference",
      .map = map,
      .reduce = reduce,
      .propagate = propagate,
      .stencil = stencil,
      .convolve = convolve,
      .edges = edges,
      .label = label,
      .sieve = sieve,
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

}  // namespace preamar::reference
