#include "tools/host_kernels.h"

#include "backends/kernels/prelude/host.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace preamar::test {
namespace {

std::map<std::string, HostKernel, std::less<>>& table() {
  static std::map<std::string, HostKernel, std::less<>> kernels;
  return kernels;
}

std::set<std::string>& families_run() {
  static std::set<std::string> families;
  return families;
}

// A thread pool: starting threads would take longer than most kernels.
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    begin_.notify_all();
  }

  // Calls task(0) to task(count - 1), each on its own thread; returns when all have returned.
  void run(std::size_t count, const std::function<void(std::size_t)>& task) {
    std::unique_lock lock(mutex_);
    while (threads_.size() < count)
      threads_.emplace_back([this, index = threads_.size(), seen = runs_] { serve(index, seen); });
    task_ = &task;
    count_ = left_ = count;
    ++runs_;
    begin_.notify_all();
    end_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  void serve(std::size_t index, std::int64_t seen) {
    std::unique_lock lock(mutex_);
    while (true) {
      begin_.wait(lock, [&] { return ends_ || runs_ != seen; });
      if (ends_) return;
      seen = runs_;
      if (index >= count_) continue;
      lock.unlock();
      (*task_)(index);
      lock.lock();
      if (--left_ == 0) end_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0, left_ = 0;
  std::int64_t runs_ = 0;
  bool ends_ = false;
  std::vector<std::jthread> threads_;  // last, so that they end before what they use
};

}  // namespace

const HostKernel* host_kernel(std::string_view name) {
  const auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

std::vector<std::string> idle_host_kernels() {
  std::set<std::string> idle;
  for (const auto& [name, kernel] : table())
    if (!families_run().contains(kernel.family)) idle.insert(kernel.family);
  return {idle.begin(), idle.end()};
}

void Registered::enter(std::string name, HostKernel kernel) { table().emplace(std::move(name), std::move(kernel)); }

void run_as_threads(const HostKernel& kernel, std::int64_t groups, int group_size, void* const* arguments) {
  static Pool pool;
  families_run().insert(kernel.family);
  const std::int64_t at_once = std::min(groups, groups_at_once);
  std::vector<std::unique_ptr<kernels::HostGroup>> shared;
  for (std::int64_t group = 0; group < groups; ++group)
    shared.push_back(std::make_unique<kernels::HostGroup>(group_size));
  pool.run(static_cast<std::size_t>(at_once * group_size), [&](std::size_t index) {
    const auto thread = static_cast<std::int64_t>(index);
    for (std::int64_t group = thread / group_size; group < groups; group += at_once) {
      kernels::host_item = {.local_id = static_cast<int>(thread % group_size),
                            .local_count = group_size,
                            .group_id = group,
                            .group_count = groups,
                            .group = shared[static_cast<std::size_t>(group)].get()};
      kernel.item(arguments);
    }
  });
}

}  // namespace preamar::test
