#include "backends/reference/backend.h"

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
      .tally = tally,
      .renumber = renumber,
  };
  return table;
}

}  // namespace preamar::reference
