#include "blocks/families/budget.h"

namespace preamar::blocks {

std::int64_t Budget::memory_for(double bytes) const {
  if (!(bytes < 0x1p61)) return INT64_MAX;
  const auto more = static_cast<std::int64_t>(bytes);
  std::int64_t enough = planned + more;
  for (;;) {
    const std::int64_t blocks = planned_within(enough);
    if (blocks > INT64_MAX - more || blocks + more <= enough) return enough;
    enough = blocks + more;
  }
}

}  // namespace preamar::blocks
