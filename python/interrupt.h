// Long work without the interpreter lock, which Ctrl-C still stops.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>

namespace preamar::python {

// Calls a Python function from whatever thread the library reports progress on. The first exception it raises stops
// the work, and is kept for the caller to raise.
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

// Runs `work` with the lock released; called with it held. Python runs signal handlers on its main thread alone, so
// there the work is given to another thread while this one looks for signals; a handler that raises, as Ctrl-C's
// does, stops the work and raises here once it has ended.
void run_unlocked(std::int64_t pixels, std::stop_source stop, const std::function<void()>& work);

}  // namespace preamar::python
