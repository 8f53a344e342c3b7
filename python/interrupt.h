// Runs long operations without the interpreter lock (GIL); Ctrl-C still stops them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>

namespace preamar::python {

// Calls a Python function from the thread on which the library reports progress. The first exception that it raises
// stops the operation and is stored for the caller to raise.
class Progress {
 public:
  Progress(nanobind::object function, std::stop_source stop) : function_(std::move(function)), stop_(std::move(stop)) {}
  void operator()(double part);
  void raise_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  nanobind::object function_;
  std::stop_source stop_;
  std::exception_ptr failure_;
};

// Runs `work` with the lock released; call it with the lock held. Python runs signal handlers only on its main thread.
// So there another thread does the work while this one polls for signals. If a handler raises, as that of Ctrl-C does,
// the work is stopped and the exception is raised here after the work has ended.
void run_unlocked(std::int64_t pixels, std::stop_source stop, const std::function<void()>& work);

}  // namespace preamar::python
