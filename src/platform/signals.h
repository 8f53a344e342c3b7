// Turns a request to end this process, by a person or a scheduler, into a call.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace preamar {

// During its lifetime the first SIGINT or SIGTERM calls `on_stop`, on a separate thread without the restrictions of
// signal handlers; a second one ends the process. Ignored signals stay ignored. Create it before other threads, because
// they inherit the signals that it blocks. At most one at a time.
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
