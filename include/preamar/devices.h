// What this machine can run on.
#pragma once

#include <preamar/export.h>

#include <string>
#include <vector>

namespace preamar {

struct Device {
  std::string name;         // what Execution::device takes
  std::string description;  // processor, threads, instruction set in use
};

[[nodiscard]] PREAMAR_API std::vector<Device> devices();

}  // namespace preamar
