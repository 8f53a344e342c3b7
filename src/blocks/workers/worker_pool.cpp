#include "blocks/workers/worker_pool.h"

#include "core/device_names.h"
#include "core/stop_scope.h"
#include "primitives/backend.h"

#include <preamar/devices.h>

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <optional>
#include <string>
#include <thread>

namespace preamar::blocks {
using namespace primitives;
namespace {

int thread_count(const Execution& on) {
  return on.threads > 0 ? on.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// The device of each worker. Throws Error (device) if one does not exist.
std::vector<std::string> members_of(const Execution& on) {
  std::vector<std::string> names;
  const bool is_one = !names_several(on.device);
  const auto add = [&](const std::string& name) {
    (void)backend_for({.device = name});
    names.insert(names.end(), is_one || name == "cpu" ? static_cast<std::size_t>(thread_count(on)) : 1, name);
  };
  if (is_one) {
    add(on.device);
  } else if (on.device == "hybrid") {
    // Devices first: among free workers, the fastest is likely a device.
    for (const Device& device : devices())
      if (device.kind == DeviceKind::accelerator) add(device.name);
    add("cpu");
  } else {
    for (const std::string& name : names_in(on.device)) add(name);
  }
  return names;
}

}  // namespace

WorkerPool::WorkerPool(const Execution& on, int blocks_at_once, int ahead) : ahead_(ahead) {
  const bool are_several = names_several(on.device);
  std::vector<std::string> names = members_of(on);
  const int threads = static_cast<int>(names.size());
  if (blocks_at_once > 0 && blocks_at_once < threads && can_share_threads(on))
    names.resize(static_cast<std::size_t>(blocks_at_once));
  for (const std::string& name : names)
    add(on, name, name != "cpu" && (are_several || name != "reference"), threads / static_cast<int>(names.size()));
  free_.assign(members_.size(), true);
  const bool has_devices = !std::ranges::all_of(
      members_, [](const Member& member) { return member.on.device == "cpu" || member.on.device == "reference"; });
  if (has_devices) own_threads_.emplace(size() + ahead);
}

void WorkerPool::invoke_both(const std::function<void()>& one, const std::function<void()>& other) {
  const StopContext stop = current_stop();
  const auto first = [&] {
    const InheritedStop scope(stop);
    one();
  };
  const auto second = [&] {
    const InheritedStop scope(stop);
    other();
  };
  if (own_threads_) return own_threads_->invoke_both(first, second);
  if (size() + ahead_ > 1) return tbb::parallel_invoke(first, second);
  one();  // a second block in memory would only wait for the worker
  other();
}

void WorkerPool::add(const Execution& on, std::string_view device, bool is_device, int threads) {
  Execution own;
  own.device = device;
  own.threads = threads;
  own.stop = on.stop;
  own.device_groups = on.device_groups;
  own.device_tile = on.device_tile;
  members_.push_back({std::move(own), is_device});
}

bool WorkerPool::has_cpu() const {
  return !std::ranges::all_of(members_, [](const Member& member) { return member.is_device; });
}

std::size_t WorkerPool::take(bool may_be_device) {
  std::unique_lock lock(mutex_);
  const auto find = [&]() -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < members_.size(); ++i)
      if (free_[i] && (may_be_device || !members_[i].is_device)) return i;
    return {};
  };
  std::optional<std::size_t> found;
  freed_.wait(lock, [&] { return (found = find()).has_value(); });
  free_[*found] = false;
  ++members_[*found].blocks;
  return *found;
}

void WorkerPool::give_back(std::size_t index) {
  {
    const std::lock_guard lock(mutex_);
    free_[index] = true;
  }
  freed_.notify_all();
}

std::vector<Share> WorkerPool::shares() const {
  const std::lock_guard lock(mutex_);
  std::vector<Share> all;
  for (const Member& member : members_) {
    const auto same = std::ranges::find(all, member.on.device, &Share::device);
    if (same == all.end())
      all.push_back({member.on.device, member.blocks});
    else
      same->blocks += member.blocks;
  }
  return all;
}

int worker_count_of(const Execution& on) { return static_cast<int>(members_of(on).size()); }

bool can_share_threads(const Execution& on) { return on.device == "cpu" || on.device == "reference"; }

}  // namespace preamar::blocks
