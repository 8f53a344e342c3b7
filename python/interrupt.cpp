#include "interrupt.h"

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

void Progress::operator()(double part) {
  const nb::gil_scoped_acquire locked;
  if (failure_) return;
  try {
    function_(part);
  } catch (const nb::python_error&) {
    failure_ = std::current_exception();
    stop_.request_stop();
  }
}

void run_unlocked(std::int64_t pixels, std::stop_source stop, const std::function<void()>& work) {
  if (pixels >= watched_pixels && on_main_thread()) return run_watched(std::move(stop), work);
  const nb::gil_scoped_release unlocked;
  work();
}

}  // namespace preamar::python
