#include "backends/device/devices.h"

#include <atomic>
#include <deque>
#include <string>
#include <utility>

namespace preamar::device {
namespace {

struct List {
  std::mutex mutex;
  std::deque<Device> devices;
};

List& list() {
  static List* const all = new List;  // never destroyed: static objects may outlive the drivers
  return *all;
}

std::atomic<bool> poisons = false;

}  // namespace

void add(std::unique_ptr<Driver> driver) {
  const std::lock_guard lock(list().mutex);
  list().devices.emplace_back().driver = std::move(driver);
}

std::vector<Device*> all() {
  const std::lock_guard lock(list().mutex);
  std::vector<Device*> found;
  for (Device& device : list().devices) found.push_back(&device);
  return found;
}

Device* named(std::string_view name) {
  for (Device* const device : all()) {
    const std::string& own = device->driver->info().name;
    if (own == name || (own.ends_with(":0") && own.substr(0, own.size() - 2) == name)) return device;
  }
  return nullptr;
}

void poison_new_memory(bool does) { poisons = does; }
bool poisons_new_memory() { return poisons; }

}  // namespace preamar::device
