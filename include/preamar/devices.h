/// @file
/// The devices of this machine.
#pragma once

#include <preamar/export.h>

#include <string>
#include <vector>

namespace preamar {

/// The kind of a device.
enum class DeviceKind {
  processor,    ///< runs every operator on every dtype
  accelerator,  ///< has its own memory and runs the dtypes of Operator::on_devices
  all,          ///< "hybrid": the cpu and every accelerator together, in blocks
};

/// A device.
struct Device {
  std::string name;                         ///< the name that Execution::device takes
  std::string description;                  ///< processor, threads, instruction set in use
  DeviceKind kind = DeviceKind::processor;  ///< kind of the device
};

/// Returns all devices of this machine.
[[nodiscard]] PREAMAR_API std::vector<Device> devices();

}  // namespace preamar
