// Runs long operations without the interpreter lock (GIL); Ctrl-C still stops them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>

namespace preamar::python {

// Calls Python code from threads of the library. The first exception that it raises stops the operation and is stored
// for the caller to raise.
class Callbacks {
 public:
  // Runs `code` with the lock held. Returns false if it raises, or if an earlier call did: then it is not run.
  bool call(const std::function<void()>& code);
  void raise_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  [[nodiscard]] std::stop_source stop() const noexcept { return stop_; }

 private:
  std::stop_source stop_;
  std::mutex mutex_;  // interpreters without the lock run several calls at once
  std::exception_ptr failure_;
};

// Runs `work` with the lock released; call it with the lock held. Python runs signal handlers only on its main thread.
// So there another thread does the work while this one polls for signals. If a handler raises, as that of Ctrl-C does,
// the work is stopped and the exception is raised here after the work has ended. So is an exception of a callback.
void run_unlocked(std::int64_t pixels, const Callbacks& callbacks, const std::function<void()>& work);

}  // namespace preamar::python
