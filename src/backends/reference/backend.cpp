#include "backends/reference/backend.h"

namespace preamar::reference {

const Backend& backend() {
  static constexpr Backend table = {
      .name = "reference",
      .map = map,
      .reduce = reduce,
      .propagate = propagate,
      .stencil = stencil,
      .label = label,
      .sieve = sieve,
      .watershed = watershed,
      .lines = lines,
  };
  return table;
}

}  // namespace preamar::reference
