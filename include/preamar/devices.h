// What this machine can run on.
#pragma once

#include <preamar/export.h>

#include <string>
#include <vector>

namespace preamar {

enum class DeviceKind {
  processor,    // takes every operator and type of pixel
  accelerator,  // takes what Operator::on_devices says; memory of its own
  all,          // "hybrid": the cpu and every accelerator, block by block
};

struct Device {
  std::string name;         // what Execution::device takes
  std::string description;  // processor, threads, instruction set in use
  DeviceKind kind = DeviceKind::processor;
};

[[nodiscard]] PREAMAR_API std::vector<Device> devices();

}  // namespace preamar
