#include "blocks/state/state.h"

#include "core/assert.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <preamar/error.h>

#include <mutex>
#include <unordered_map>
#include <vector>

namespace preamar::blocks {
namespace {

constexpr int node_bits = 40;

// In the order of StateKind. `numbers`: how many of step, round and node the name has.
constexpr struct {
  const char* name;
  int numbers;
} kinds[] = {{"identity", 0}, {"layout", 1}, {"commit", 2}, {"done", 1}, {"column", 3}, {"digests", 3}, {"summary", 3},
             {"merge", 3},    {"border", 3}, {"root", 2},   {"seam", 3}, {"wakes", 3},  {"exchange", 2}};

class MemoryState : public State {
 public:
  void put(const StateKey& key, const Bytes& bytes) override {
    const std::lock_guard lock(mutex_);
    entries_[packed(key)] = bytes;
  }
  std::optional<Bytes> get(const StateKey& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(packed(key));
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }
  void drop(const StateKey& key) override {
    const std::lock_guard lock(mutex_);
    entries_.erase(packed(key));
  }
  void each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) override {
    const std::lock_guard lock(mutex_);
    for (const auto& [own, bytes] : entries_)
      if (differ_in_node_only(own, packed(key))) visit(bytes);
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

std::string name_of(const StateKey& key) {
  const auto& [name, numbers] = kinds[static_cast<std::size_t>(key.kind)];
  std::string words = name;
  if (numbers > 0) words += text("-", key.step);
  if (numbers > 1) words += text("-", key.round);
  if (numbers > 2) words += text("/", key.node);
  return words;
}

std::uint64_t packed(const StateKey& key) {
  PREAMAR_ASSERT(key.step < 1U << 12 && key.round >= 0 && key.round < 1 << 8 && key.node >= 0 &&
                     key.node < std::int64_t{1} << node_bits,
                 "keys of a run in one process are small");
  return static_cast<std::uint64_t>(key.kind) << 60 | std::uint64_t{key.step} << 48 |
         static_cast<std::uint64_t>(key.round) << node_bits | static_cast<std::uint64_t>(key.node);
}

bool differ_in_node_only(std::uint64_t packed_key, std::uint64_t other) {
  return (packed_key ^ other) >> node_bits == 0;
}

Bytes State::require(const StateKey& key) {
  std::optional<Bytes> bytes = get(key);
  if (!bytes) throw Error(ErrorKind::io, missing_text(key));
  return std::move(*bytes);
}

std::string State::missing_text(const StateKey&) const {
  return text("a record of this run is lost or broken; resume the run to compute it again: ",
              setting("resume", "true"));
}

std::unique_ptr<State> memory_state() { return std::make_unique<MemoryState>(); }

}  // namespace preamar::blocks
