// The devices that were found, each with its driver and the lock under which it is used.
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

// Devices stay until the process ends. The runtime adds what it finds, tests add stand-ins.
void add(std::unique_ptr<Driver> driver);
[[nodiscard]] std::vector<Device*> all();
// Null where there is none of that name. "opencl" is "opencl:0".
[[nodiscard]] Device* named(std::string_view name);

// From now on new memory is filled with a pattern, so that what reads it before it is written shows.
void poison_new_memory(bool poisons);
[[nodiscard]] bool poisons_new_memory();
// From now on no more groups than this are launched where their number is free, so that each has more to do than one
// part; 0 is no limit.
void limit_groups(std::int64_t most);
[[nodiscard]] std::int64_t group_limit();

}  // namespace preamar::device
