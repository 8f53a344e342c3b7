#include "blocks/workers/fork_join.h"

#include "core/assert.h"

#include <algorithm>

namespace preamar::blocks {

ForkJoin::ForkJoin(int threads) {
  PREAMAR_ASSERT(threads >= 1, "the caller's thread counts");
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

ForkJoin::~ForkJoin() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ForkJoin::invoke_both(const Work& one, const Work& other) {
  Call left{&one}, right{&other};
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(&left);
  }
  changed_.notify_one();
  try {
    other();
  } catch (...) {
    right.failure = std::current_exception();
  }
  std::unique_lock lock(mutex_);
  while (!left.is_done) {
    if (std::ranges::find(waiting_, &left) != waiting_.end())
      run_call(&left, lock);
    else if (!waiting_.empty())
      run_call(waiting_.back(), lock);
    else
      changed_.wait(lock);
  }
  lock.unlock();
  if (const auto failure = left.failure ? left.failure : right.failure) std::rethrow_exception(failure);
}

void ForkJoin::run_call(Call* call, std::unique_lock<std::mutex>& lock) {
  std::erase(waiting_, call);
  lock.unlock();
  try {
    (*call->work)();
  } catch (...) {
    call->failure = std::current_exception();
  }
  lock.lock();
  call->is_done = true;
  changed_.notify_all();
}

void ForkJoin::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    run_call(waiting_.front(), lock);
  }
}

}  // namespace preamar::blocks
