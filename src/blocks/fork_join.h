// Threads of one's own that share a tree of work.
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

  // The caller's thread and as many others as make up the number, which is at least 1.
  explicit ForkJoin(int threads);
  ForkJoin(const ForkJoin&) = delete;
  ForkJoin& operator=(const ForkJoin&) = delete;
  ~ForkJoin();

  // Does both, at once where a thread is free; while the caller waits it does what others have left to do. Throws what
  // one of them threw, once neither goes on.
  void both(const Work& one, const Work& other);

 private:
  struct Task {
    const Work* work;
    bool is_done = false;
    std::exception_ptr failure{};
  };

  // Takes a task off the queue, does it with the lock released, and tells that it is done.
  void do_task(Task* task, std::unique_lock<std::mutex>& lock);
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task*> waiting_;  // the oldest, which is the largest, first
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace preamar::blocks
