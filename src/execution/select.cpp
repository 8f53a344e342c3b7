#include <preamar/devices.h>

#include "backends/cpu/backend.h"
#include "backends/cuda/driver.h"
#include "backends/device/backend.h"
#include "backends/device/device_addresses.h"
#include "backends/device/devices.h"
#include "backends/opencl/driver.h"
#include "backends/reference/backend.h"
#include "core/device_names.h"
#include "core/error_text.h"
#include "execution/device_memory.h"
#include "platform/process.h"
#include "platform/threads.h"
#include "primitives/backend.h"

#include <string>

namespace preamar {
namespace {

// Why a kind of device is not available; empty if it is. Searches for devices once.
struct Missing {
  std::string opencl, cuda;
};

const Missing& look_for_devices() {
  static const Missing missing = [] {
    Missing found;
    const OsSignalsLeft left;
    for (auto& driver : opencl::open(found.opencl)) device::add(std::move(driver));
    for (auto& driver : cuda::open(found.cuda)) device::add(std::move(driver));
    return found;
  }();
  return missing;
}

bool is_accelerator(std::string_view name) {
  return name.find(':') != std::string_view::npos || name == "opencl" || name == "cuda";
}

[[noreturn]] void refuse(const std::string& name) {
  const Missing& missing = look_for_devices();
  if (names_several(name))
    throw Error(ErrorKind::device,
                text("device '", name, "' names several devices; call run_operator() or run_in_blocks() for that"));
  const std::string reason = name.starts_with("opencl") ? missing.opencl : name.starts_with("cuda") ? missing.cuda : "";
  std::string here = "'cpu', 'reference'";
  for (const device::Device* const each : device::all()) here += text(", '", each->driver->info().name, "'");
  throw Error(ErrorKind::device, text("device '", name, "' is not here", reason.empty() ? "" : text(" (", reason, ")"),
                                      "; there are ", here));
}

}  // namespace

namespace primitives {

const Backend& backend_for(const Execution& on) {
  const auto chosen = [&](const Backend& backend) -> const Backend& {
    if (on.log) on.log(text("device ", on.device, ": backend ", backend.name));
    return backend;
  };
  if (on.device == "cpu") return chosen(cpu::backend());
  if (on.device == "reference") return chosen(reference::backend());
  if (!is_accelerator(on.device)) refuse(on.device);
  look_for_devices();
  if (!device::named(on.device)) refuse(on.device);
  return chosen(device::backend());
}

}  // namespace primitives

namespace execution {

using primitives::backend_for;

std::uint64_t device_handle(const void* address) {
  const auto place = device::find(address);
  if (!place || place->at != 0) throw Error(ErrorKind::device, "these pixels are not memory of a device");
  return static_cast<std::uint64_t>(place->memory);
}

void* adopt_device_memory(const Execution& on, std::uint64_t handle, std::int64_t bytes) {
  (void)backend_for(on);
  device::Device* const device = device::named(on.device);
  if (!device) throw Error(ErrorKind::device, text("device '", on.device, "' has no memory of its own"));
  return device::adopt(*device, static_cast<device::Memory>(handle), bytes);
}

std::uint64_t device_stream(const Execution& on) {
  (void)backend_for(on);
  device::Device* const device = device::named(on.device);
  if (!device) return 0;
  const std::lock_guard lock(device->mutex);
  return device->driver->stream();
}

void order_device_before(const Execution& on, std::uint64_t other) {
  (void)backend_for(on);
  device::Device* const device = device::named(on.device);
  if (!device) return;
  const std::lock_guard lock(device->mutex);
  device->driver->order_before(other);
}

}  // namespace execution

std::vector<Device> devices() {
  std::vector<Device> found = {
      {"cpu", text(os_processor_name(), ", ", cpu::describe())},
      {"reference", "plain serial loops, the oracle of the tests"},
  };
  look_for_devices();
  for (const device::Device* const each : device::all())
    found.push_back({each->driver->info().name, each->driver->info().description, DeviceKind::accelerator});
  found.push_back({"hybrid", "the cpu and every device above at once, block by block", DeviceKind::all});
  return found;
}

}  // namespace preamar
