// The intermediate results of a run: bytes per node of the tree, in memory or in a folder, from which a later process
// can resume.
#pragma once

#include "core/bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace preamar::blocks {

enum class StateKind : std::uint8_t { summary, merge, seam };

struct StateKey {
  StateKind kind;
  std::size_t step;   // below 2^12
  int round;          // below 2^8
  std::int64_t node;  // below 2^40

  // A different number for each key.
  [[nodiscard]] std::uint64_t packed() const {
    return static_cast<std::uint64_t>(kind) << 60 | std::uint64_t{step} << 48 |
           static_cast<std::uint64_t>(round) << 40 | static_cast<std::uint64_t>(node);
  }
};

class RunState {
 public:
  RunState() = default;
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;
  virtual ~RunState() = default;

  // Thread-safe for different keys.
  virtual void put(const StateKey& key, const Bytes& bytes) = 0;
  [[nodiscard]] virtual std::optional<Bytes> get(const StateKey& key) = 0;
  virtual void drop(const StateKey& key) = 0;
  [[nodiscard]] virtual bool is_empty() const = 0;
};

// For a run that cannot be resumed.
[[nodiscard]] std::unique_ptr<RunState> in_memory_state();

}  // namespace preamar::blocks
