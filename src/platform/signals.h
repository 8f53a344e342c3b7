// A person's or a scheduler's wish to end this process, turned into a call.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace preamar {

// While one lives, the first SIGINT or SIGTERM calls `on_stop`, on a thread of its own where it may do anything,
// and a second one ends the process. A signal that was ignored stays ignored. Made before other threads are,
// since these inherit what it blocks; at most one at a time.
class OsStopSignals {
 public:
  explicit OsStopSignals(std::function<void()> on_stop);
  OsStopSignals(const OsStopSignals&) = delete;
  OsStopSignals& operator=(const OsStopSignals&) = delete;
  ~OsStopSignals();

 private:
  struct Mask;
  void wait();

  std::function<void()> on_stop_;
  std::unique_ptr<Mask> mask_;
  std::atomic<bool> over_{false};
  std::thread waiter_;
};

}  // namespace preamar
