// The progress of a call that is made of several.
#pragma once

#include <preamar/execution.h>

namespace preamar {

// The same execution, whose progress from 0 to 1 is told as a part of the whole.
[[nodiscard]] inline Execution part_of(const Execution& on, double from, double to) {
  Execution part = on;
  if (on.progress) part.progress = [tell = on.progress, from, to](double done) { tell(from + (to - from) * done); };
  return part;
}

}  // namespace preamar
