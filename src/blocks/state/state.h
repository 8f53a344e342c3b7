// What a run keeps for its later passes, and for the process that resumes it: bytes under keys. Bytes that are damaged,
// or of another run, count as missing, so nothing needs to be flushed. docs/design/execution.md says what is kept when.
#pragma once

#include "core/bytes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace preamar::blocks {

enum class StateKind : std::uint8_t {
  identity,  // which call the run computes
  layout,    // the blocks of a stage; `step` is the stage
  commit,    // the mark of an image that is about to get its name: `step` is the output of the call, or with a `round`
             // above 0 the image of stage `round` - 1
  done,      // what a stage found; `step` is the stage
  column,    // of a table that a stage found; `step` is the stage, `round` the table, `node` the column
  digests,   // of pixels of blocks; see Digests
  summary,   // of a block or region, until it is merged
  merge,     // what a merge leaves for the split
  border,    // the result for the border of a block or region
  root,      // the result of all blocks
  seam,      // the values that a block exchanges
  wakes,     // the blocks that are to be visited after an exchange of a block
  exchange,  // the blocks that are to be visited in a round; `round` is -1 after the last one
};

struct StateKey {
  StateKind kind;
  std::size_t step = 0;
  int round = 0;
  std::int64_t node = 0;
};

// A different name for each key, such as "summary-0-1/17".
[[nodiscard]] std::string name_of(const StateKey& key);
// A different number for each key with a step below 2^12, a round from 0 to 2^8 - 1 and a node below 2^40.
[[nodiscard]] std::uint64_t packed(const StateKey& key);
// Whether two such numbers are of one kind, step and round.
[[nodiscard]] bool differ_in_node_only(std::uint64_t packed_key, std::uint64_t other);

class State {
 public:
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  virtual ~State() = default;

  // Thread-safe for different keys.
  virtual void put(const StateKey& key, const Bytes& bytes) = 0;
  [[nodiscard]] virtual std::optional<Bytes> get(const StateKey& key) = 0;
  virtual void drop(const StateKey& key) = 0;
  // Calls visit(bytes) for all nodes that the kind, step and round of `key` have, in any order.
  virtual void each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) = 0;
  [[nodiscard]] virtual bool is_empty() const = 0;

  // Throws Error (io) if there is none, and says how to compute it again.
  [[nodiscard]] Bytes require(const StateKey& key);

 private:
  [[nodiscard]] virtual std::string missing_text(const StateKey& key) const;
};

// For a run that cannot be resumed.
[[nodiscard]] std::unique_ptr<State> memory_state();

}  // namespace preamar::blocks
