#include "blocks/workers/io_threads.h"

#include "core/stop_scope.h"

#include <algorithm>
#include <exception>

namespace preamar::blocks {

struct IoThreads::Batch {
  const std::function<void(std::int64_t)>& work;
  const std::stop_token& stop;
  std::int64_t count, next = 0, running = 0;
  std::exception_ptr failure{};
  std::condition_variable done{};

  [[nodiscard]] bool has_more() const { return next < count && !failure; }
  // Runs the next call with the lock released.
  void run_next(std::unique_lock<std::mutex>& lock) {
    const std::int64_t index = next++;
    ++running;
    lock.unlock();
    std::exception_ptr failed;
    try {
      const StopScope scope(stop);
      work(index);
    } catch (...) {
      failed = std::current_exception();
    }
    lock.lock();
    if (failed && !failure) failure = failed;
    if (--running == 0 && !has_more()) done.notify_all();
  }
};

IoThreads::IoThreads(int threads, std::stop_token stop) : stop_(std::move(stop)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

IoThreads::~IoThreads() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void IoThreads::each(std::int64_t count, const std::function<void(std::int64_t)>& work) {
  if (count == 1 || threads_.empty()) {
    const StopScope scope(stop_);
    for (std::int64_t i = 0; i < count; ++i) work(i);
    return;
  }
  Batch batch{work, stop_, count};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&batch);
  changed_.notify_all();
  while (batch.has_more()) batch.run_next(lock);
  std::erase(waiting_, &batch);
  batch.done.wait(lock, [&] { return batch.running == 0; });
  if (batch.failure) std::rethrow_exception(batch.failure);
}

void IoThreads::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (ends_) return;
    Batch* const batch = waiting_.front();
    if (!batch->has_more()) {
      waiting_.pop_front();
      continue;
    }
    batch->run_next(lock);
  }
}

}  // namespace preamar::blocks
