// OpenCL 1.2 as a driver of devices.
#pragma once

#include "backends/device/driver.h"

#include <memory>
#include <string>
#include <vector>

namespace preamar::opencl {

// A driver for each device of each platform, "opencl:0" and on; `why` says what is missing where there is none.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(std::string& why);

}  // namespace preamar::opencl
