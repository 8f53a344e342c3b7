#include "execution.h"

#include "core/most_threads.h"

namespace nb = nanobind;

namespace preamar::python {
namespace {

// 0 for None, which means one thread per processor.
int threads_from(std::string_view what, std::optional<std::int64_t> threads) {
  const std::int64_t count = threads.value_or(0);
  if (count < 0 || count > most_threads)
    throw nb::value_error((std::string(what) + ": threads is " + std::to_string(count) + "; it must be from 0 to " +
                           std::to_string(most_threads))
                              .c_str());
  return static_cast<int>(count);
}

}  // namespace

Execution execution_from(std::string_view what, const std::string& device, std::optional<std::int64_t> threads,
                         const nb::object& progress, Callbacks& callbacks) {
  Execution on;
  on.device = device;
  on.threads = threads_from(what, threads);
  on.stop = callbacks.stop().get_token();
  if (!progress.is_none()) on.progress = [&](double part) { (void)callbacks.call([&] { progress(part); }); };
  return on;
}

}  // namespace preamar::python
