#include "backends/cpu/workers.h"

#include "core/error_text.h"
#include "platform/process.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace preamar::cpu {
namespace {

std::atomic<std::int64_t> arena_process{0};  // the process that first used oneTBB's threads

bool in_forked_child() {
  std::int64_t expected = 0;
  const std::int64_t here = os_process_id();
  return !arena_process.compare_exchange_strong(expected, here) && expected != here;
}

void run_threads(int count, const std::function<void(int)>& work) {
  std::exception_ptr failure;
  std::mutex mutex;
  const auto guarded = [&](int index) {
    try {
      work(index);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int index = 1; index < count; ++index) threads.emplace_back(guarded, index);
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

int worker_count(const Execution& on) {
  if (on.threads < 0) throw Error(ErrorKind::call, text("threads is ", on.threads, "; it must be 0 or more"));
  if (on.threads > 0) return on.threads;
  if (in_forked_child()) return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, tbb::this_task_arena::max_concurrency());
}

void run_workers(int count, const std::function<void(int)>& work) {
  if (count <= 1) return work(0);
  if (in_forked_child()) return run_threads(count, work);
  // oneTBB allows an arena larger than the machine, which tests use, only if the limit is raised. Do not raise it for a
  // smaller arena: that would also affect the caller's arenas.
  constexpr auto parallelism = tbb::global_control::max_allowed_parallelism;
  std::optional<tbb::global_control> more;
  if (static_cast<std::size_t>(count) > tbb::global_control::active_value(parallelism))
    more.emplace(parallelism, static_cast<std::size_t>(count));
  tbb::task_arena arena(count);
  arena.execute([&] { tbb::parallel_for(0, count, work, tbb::simple_partitioner{}); });
}

void for_worker_ranges(const Execution& on, int workers, std::int64_t count, std::int64_t grain,
                       const std::function<void(int, std::int64_t, std::int64_t)>& work) {
  if (count <= 0) return;
  const std::int64_t ranges = (count + grain - 1) / grain;
  std::atomic<std::int64_t> next{0};
  run_workers(static_cast<int>(std::min<std::int64_t>(workers, ranges)), [&](int worker) {
    for (std::int64_t range = next++; range < ranges; range = next++) {
      if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
      work(worker, range * grain, std::min(count, (range + 1) * grain));
    }
  });
}

void for_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                const std::function<void(std::int64_t, std::int64_t)>& work) {
  for_worker_ranges(on, worker_count(on), count, grain,
                    [&](int, std::int64_t begin, std::int64_t end) { work(begin, end); });
}

void ProgressReporter::add(std::int64_t done) {
  if (!on_.progress) return;
  constexpr std::int64_t most_reports = 64;
  const std::lock_guard lock(mutex_);
  done_ += done;
  const std::int64_t due = done_ * most_reports / count_;
  if (due == reports_) return;
  reports_ = due;
  on_.progress(static_cast<double>(done_) / static_cast<double>(count_));
}

void for_told_ranges(const Execution& on, std::int64_t count, std::int64_t grain,
                     const std::function<void(std::int64_t, std::int64_t)>& work) {
  ProgressReporter progress(on, count);
  for_ranges(on, count, grain, [&](std::int64_t begin, std::int64_t end) {
    work(begin, end);
    progress.add(end - begin);
  });
}

}  // namespace preamar::cpu
