#include "blocks/run_state.h"

#include <mutex>
#include <unordered_map>

namespace preamar::blocks {
namespace {

class MemoryState : public RunState {
 public:
  void put(const StateKey& key, const Bytes& bytes) override {
    const std::lock_guard lock(mutex_);
    entries_[key.packed()] = bytes;
  }
  std::optional<Bytes> get(const StateKey& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key.packed());
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }
  void drop(const StateKey& key) override {
    const std::lock_guard lock(mutex_);
    entries_.erase(key.packed());
  }
  bool is_empty() const override {
    const std::lock_guard lock(mutex_);
    return entries_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Bytes> entries_;
};

}  // namespace

std::unique_ptr<RunState> in_memory_state() { return std::make_unique<MemoryState>(); }

}  // namespace preamar::blocks
