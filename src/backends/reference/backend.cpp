#include "backends/reference/backend.h"

#include "skeletons/boundary.h"
#include "skeletons/open_components.h"
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

}  // namespace preamar::reference
