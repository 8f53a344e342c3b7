// The devices that were found, each with its driver and its lock.
#pragma once

#include "backends/device/driver.h"

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace preamar::device {

struct Device {
  std::unique_ptr<Driver> driver;
  std::recursive_mutex mutex;
};

// Devices stay until the process ends. The runtime adds those it finds; tests add stand-ins.
void add(std::unique_ptr<Driver> driver);
[[nodiscard]] std::vector<Device*> all();
// Null if there is no device of that name. "opencl" is "opencl:0".
[[nodiscard]] Device* named(std::string_view name);

// Fills all new memory with a pattern from now on, to expose reads before writes. For tests.
void poison_new_memory(bool poisons);
[[nodiscard]] bool poisons_new_memory();

}  // namespace preamar::device
