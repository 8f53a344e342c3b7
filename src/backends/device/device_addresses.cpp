#include "backends/device/device_addresses.h"

#include "core/error_text.h"
#include "platform/memory.h"

#include <cstddef>
#include <map>
#include <shared_mutex>

namespace preamar::device {
namespace {

struct AddressEntry {
  Device* device;
  Memory memory;
  std::int64_t bytes;
  bool is_owned;
};

struct AddressTable {
  std::shared_mutex mutex;
  std::map<const std::byte*, AddressEntry> entries;  // by their first address
};

AddressTable& address_table() {
  static AddressTable* const all = new AddressTable;
  return *all;
}

void* enter(const AddressEntry& entry) {
  void* const address = os_reserve_addresses(entry.bytes);
  if (!address) throw Error(ErrorKind::resource, text("no addresses are left for ", entry.bytes, " bytes"));
  const std::unique_lock lock(address_table().mutex);
  address_table().entries.emplace(static_cast<const std::byte*>(address), entry);
  return address;
}

}  // namespace

void* reserve(Device& device, std::int64_t bytes) {
  const std::lock_guard lock(device.mutex);
  const Memory memory = device.driver->allocate(bytes);
  try {
    if (poisons_new_memory()) device.driver->fill(memory, 0, 0xA5, bytes);
    return enter({&device, memory, bytes, true});
  } catch (...) {
    device.driver->release(memory);
    throw;
  }
}

void* adopt(Device& device, Memory memory, std::int64_t bytes) { return enter({&device, memory, bytes, false}); }

void release(void* address) noexcept {
  AddressEntry entry{};
  {
    const std::unique_lock lock(address_table().mutex);
    const auto found = address_table().entries.find(static_cast<const std::byte*>(address));
    if (found == address_table().entries.end()) return;
    entry = found->second;
    address_table().entries.erase(found);
  }
  os_free_addresses(address, entry.bytes);
  if (!entry.is_owned) return;
  const std::lock_guard lock(entry.device->mutex);
  entry.device->driver->release(entry.memory);
}

std::optional<Coordinates> find(const void* address) {
  const auto* const byte = static_cast<const std::byte*>(address);
  const std::shared_lock lock(address_table().mutex);
  auto next = address_table().entries.upper_bound(byte);
  if (next == address_table().entries.begin()) return {};
  const auto& [first, entry] = *--next;
  if (byte - first >= entry.bytes) return {};
  return Coordinates{entry.device, entry.memory, byte - first, entry.bytes, entry.is_owned};
}

}  // namespace preamar::device
