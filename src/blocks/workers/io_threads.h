// Threads that wait for files, so that many chunks are read and written at one time while the workers compute.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace preamar::blocks {

class IoThreads {
 public:
  // Without threads the caller does everything. `stop` ends requests that wait for a server.
  explicit IoThreads(int threads, std::stop_token stop = {});
  IoThreads(const IoThreads&) = delete;
  IoThreads& operator=(const IoThreads&) = delete;
  ~IoThreads();

  // Calls work(i) for i from 0 to count - 1, on these threads and the caller's, and returns after the last call. Throws
  // what the first failed call threw; calls that have not begun by then are left out.
  void each(std::int64_t count, const std::function<void(std::int64_t)>& work);

 private:
  struct Batch;

  void serve();

  const std::stop_token stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch*> waiting_;  // batches with calls that have not begun
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace preamar::blocks
