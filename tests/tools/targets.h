// Forces one of the instruction sets of this machine at a time.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <string>
#include <vector>

namespace preamar::test {

// All that the library was compiled for and this machine has, including the emulated one; 0 means the library's own
// choice.
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> found{0};
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) found.push_back(target);
  return found;
}

inline std::string target_name(std::int64_t target) { return target == 0 ? "best" : hwy::TargetName(target); }

// Forces a target during its lifetime.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  ~ForcedTarget() { hwy::SetSupportedTargetsForTest(0); }
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;
};

}  // namespace preamar::test
