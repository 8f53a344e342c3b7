// OpenCL 1.2 devices as device drivers.
#pragma once

#include "backends/device/driver.h"

#include <memory>
#include <string>
#include <vector>

namespace preamar::opencl {

// A driver per device of each platform: "opencl:0" and on. If there is none, `why` holds the reason.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(std::string& why);

}  // namespace preamar::opencl
