// Runs code that may crash or never end in a separate process.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace preamar::convert {

enum class ChildEnd { done, crashed, late };

struct ChildResult {
  ChildEnd end;
  std::string output;  // the return value of `work`, if done
};

// Forks, waits for at most `limit`, then kills the child.
[[nodiscard]] ChildResult run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds limit);

}  // namespace preamar::convert
