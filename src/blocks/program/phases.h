// The phases of a run in blocks, as BlockSettings::phase receives them.
#pragma once

#include <preamar/blocks.h>

#include <functional>
#include <string>
#include <string_view>

namespace preamar::blocks {

using PhaseFunction = std::function<void(const RunPhase&)>;

// For a run whose progress 0 to 1 is reported as `from` to `to`; `before` precedes the names.
[[nodiscard]] inline PhaseFunction part_of(const PhaseFunction& phase, double from, double to,
                                           std::string_view before = {}) {
  if (!phase) return {};
  return [phase, from, to, words = std::string(before)](const RunPhase& own) {
    phase({words + own.name, from + (to - from) * own.begin, from + (to - from) * own.end});
  };
}

}  // namespace preamar::blocks
