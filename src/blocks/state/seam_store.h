// The values that blocks publish at their borders, kept in the state of the run. Thread-safe.
#pragma once

#include "blocks/families/seam.h"
#include "blocks/state/state.h"

#include <array>
#include <mutex>
#include <optional>
#include <vector>

namespace preamar::blocks {

// Border and surroundings, without the summary.
[[nodiscard]] Bytes to_bytes(const SeamValues& values);
// Throws Error (io) if the bytes are of another version.
[[nodiscard]] SeamValues seam_values_from(const Bytes& bytes);

class SeamStore {
 public:
  // `step`: the number of the operator in the run.
  SeamStore(State& state, std::size_t step) : state_(state), step_(step) {}

  // The summary is stored where the engine looks for summaries of blocks.
  void put(std::int64_t block, const SeamValues& values);
  // Without the summary. Damaged values count as missing.
  [[nodiscard]] std::optional<SeamValues> get(std::int64_t block);
  // As get(), for a block of an earlier process: drops the block's summary if it is not of these values.
  [[nodiscard]] std::optional<SeamValues> restore(std::int64_t block);
  // Throws Error (io) if the values are missing.
  [[nodiscard]] SeamValues require(std::int64_t block);

 private:
  struct Stored {
    SeamValues values;
    std::uint64_t summary_sum;
  };
  [[nodiscard]] std::optional<Stored> load(std::int64_t block);
  [[nodiscard]] std::mutex& mutex_of(std::int64_t block) {
    return mutexes_[static_cast<std::size_t>(block) % mutexes_.size()];
  }

  [[nodiscard]] StateKey seam_key(std::int64_t block) const { return {StateKind::seam, step_, 0, block}; }
  [[nodiscard]] StateKey summary_key(std::int64_t block) const { return {StateKind::summary, step_, 0, block}; }

  State& state_;
  std::size_t step_;
  // The state is thread-safe for different keys only; a block is read while its next values are written.
  std::array<std::mutex, 64> mutexes_;
};

}  // namespace preamar::blocks
