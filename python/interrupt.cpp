#include "interrupt.h"

#include <preamar/error.h>
#include <preamar/stop_scope.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

namespace nb = nanobind;

namespace preamar::python {
namespace {

// Smaller images finish fast; skip the Ctrl-C watcher thread.
constexpr std::int64_t watched_pixels = std::int64_t{1} << 16;
constexpr std::chrono::milliseconds between_looks{50};

bool on_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

void run_watched(std::stop_source stop, const std::function<void()>& work) {
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  std::exception_ptr raised;
  {
    const nb::gil_scoped_release unlocked;
    const std::jthread worker(std::move(task));
    while (done.wait_for(between_looks) != std::future_status::ready) {
      const nb::gil_scoped_acquire locked;
      if (raised || PyErr_CheckSignals() == 0) continue;
      raised = std::make_exception_ptr(nb::python_error());
      stop.request_stop();
    }
  }
  if (raised) std::rethrow_exception(raised);
  done.get();
}

}  // namespace

bool Callbacks::call(const std::function<void()>& code) {
  const nb::gil_scoped_acquire locked;
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return false;
  }
  try {
    code();
    return true;
  } catch (const nb::python_error&) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop_.request_stop();
    return false;
  }
}

void run_unlocked(std::int64_t pixels, const Callbacks& callbacks, const std::function<void()>& work) {
  const auto stoppable = [&] {
    const StopScope scope(callbacks.stop().get_token());
    work();
  };
  try {
    if (pixels >= watched_pixels && on_main_thread()) {
      run_watched(callbacks.stop(), stoppable);
    } else {
      const nb::gil_scoped_release unlocked;
      stoppable();
    }
  } catch (const Error&) {
    callbacks.raise_failure();  // the reason why the work was stopped
    throw;
  }
  callbacks.raise_failure();
}

}  // namespace preamar::python
