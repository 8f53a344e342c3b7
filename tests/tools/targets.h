// The instruction sets of this machine, one of them forced at a time.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <string>
#include <vector>

namespace preamar::test {

// All that the library was compiled for and this machine has, the emulated one included; 0 stands for the library's
// own choice.
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> found{0};
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) found.push_back(target);
  return found;
}

inline std::string target_name(std::int64_t target) { return target == 0 ? "best" : hwy::TargetName(target); }

// Forces a target while it lives.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  ~ForcedTarget() { hwy::SetSupportedTargetsForTest(0); }
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;
};

}  // namespace preamar::test
