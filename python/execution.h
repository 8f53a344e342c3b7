// How a call runs: device, threads, progress, and where it stops.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/execution.h>

#include "interrupt.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace preamar::python {

// Progress is reported, and the operation stopped, through `callbacks`, which must outlive the execution, as `progress`
// must. None means the default. `what` begins messages: "label". Raises ValueError for a number of threads that is out
// of range.
[[nodiscard]] Execution execution_from(std::string_view what, const std::string& device,
                                       std::optional<std::int64_t> threads, const nanobind::object& progress,
                                       Callbacks& callbacks);

}  // namespace preamar::python
