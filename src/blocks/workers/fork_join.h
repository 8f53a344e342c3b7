// A fork-join pool that owns its threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace preamar::blocks {

class ForkJoin {
 public:
  using Work = std::function<void()>;

  // `threads` (1 or more) includes the caller's thread.
  explicit ForkJoin(int threads);
  ForkJoin(const ForkJoin&) = delete;
  ForkJoin& operator=(const ForkJoin&) = delete;
  ~ForkJoin();

  // Calls both functions, in parallel if a thread is free. While the caller waits it runs calls from the queue. If one
  // of them throws, rethrows after both have ended.
  void invoke_both(const Work& one, const Work& other);

 private:
  struct Call {
    const Work* work;
    bool is_done = false;
    std::exception_ptr failure{};
  };

  // Takes a call off the queue, runs it with the lock released, and marks it done.
  void run_call(Call* call, std::unique_lock<std::mutex>& lock);
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Call*> waiting_;  // oldest first: these are nearest the root, and largest
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace preamar::blocks
