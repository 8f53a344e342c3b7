// Code that may crash or never end, in a process of its own.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace preamar::convert {

enum class ChildEnd { done, crashed, late };

struct ChildResult {
  ChildEnd end;
  std::string output;  // what `work` returned, where it is done
};

// Forks, and waits for `limit` at the most; then the child is ended.
[[nodiscard]] ChildResult run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds limit);

}  // namespace preamar::convert
