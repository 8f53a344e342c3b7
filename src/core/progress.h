// Progress of a call that consists of several calls.
#pragma once

#include <preamar/execution.h>

namespace preamar {

// A copy of `on` whose progress 0 to 1 is reported as `from` to `to`.
[[nodiscard]] inline Execution part_of(const Execution& on, double from, double to) {
  Execution part = on;
  if (on.progress) part.progress = [tell = on.progress, from, to](double done) { tell(from + (to - from) * done); };
  return part;
}

}  // namespace preamar
