// Runs a function on a given number of oneTBB's threads.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <optional>

namespace preamar::blocks {

// `threads` may be tbb::task_arena::automatic. For more threads than processors oneTBB warns on standard error unless
// the limit is raised first.
template <class Work>
auto in_arena(int threads, const Work& work) {
  constexpr auto parallelism = tbb::global_control::max_allowed_parallelism;
  std::optional<tbb::global_control> more;
  if (threads > 0 && static_cast<std::size_t>(threads) > tbb::global_control::active_value(parallelism))
    more.emplace(parallelism, static_cast<std::size_t>(threads));
  return tbb::task_arena(threads).execute(work);
}

}  // namespace preamar::blocks
