// The digests of each block: of the pixels of each input at the first read, and of its outputs as stored, once durable.
// They are part of the state, so that a later process of the same run can compare.
#pragma once

#include "blocks/state/state.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace preamar::blocks {

class Digests {
 public:
  struct Images {
    std::size_t inputs = 0, outputs = 0;
  };

  // For images in memory: records nothing.
  Digests() = default;
  // For a run that cannot be resumed. Blocks are identified by their node numbers, which are below `nodes`.
  Digests(std::int64_t nodes, std::size_t inputs);
  // For a run in one process; knows what earlier processes recorded.
  Digests(State& state, std::int64_t nodes, const Images& images);
  // For one block in a pass of a job; knows what this pass and earlier ones recorded.
  Digests(State& state, std::int64_t block, int pass, const Images& images);

  // Compares the pixels of an input in the block with their recorded digest; the first call for a block records it.
  // Thread-safe for different blocks.
  [[nodiscard]] bool is_same_input(std::size_t which, std::int64_t block, std::uint64_t digest);
  [[nodiscard]] bool knows_input(std::size_t which, std::int64_t block) const {
    return knows_nothing() || inputs_[which][index(block)] != unknown;
  }
  [[nodiscard]] std::optional<std::uint64_t> output(std::size_t which, std::int64_t block) const;

  struct Written {
    std::int64_t block;
    std::vector<std::pair<std::size_t, std::uint64_t>> digests;  // of some outputs
  };
  // Call this after these blocks are written and the outputs are flushed.
  void record(std::span<const Written> blocks);
  // Puts new digests into the state: those of inputs do not wait for writes. note() does it every few seconds.
  void flush();

  // Bytes for this number of blocks.
  [[nodiscard]] static double memory_for(double blocks, std::size_t images) {
    return 2 * blocks * static_cast<double>(sizeof(std::uint64_t) * images);  // a tree has twice as many nodes
  }

 private:
  // The image (inputs first, then outputs), the block and the digest.
  using Entry = std::array<std::uint64_t, 3>;
  static constexpr std::uint64_t unknown = 0;

  [[nodiscard]] bool knows_nothing() const { return inputs_.empty(); }
  [[nodiscard]] std::size_t index(std::int64_t block) const { return static_cast<std::size_t>(block - first_); }
  void allocate(std::int64_t nodes, const Images& images);
  void learn(const Bytes& bytes);
  void note(std::size_t image, std::int64_t block, std::uint64_t digest);
  // Whether a killed run would lose much: many digests wait, or long.
  [[nodiscard]] bool is_flush_due() const;

  State* state_ = nullptr;
  std::int64_t first_ = 0;
  std::vector<std::vector<std::uint64_t>> inputs_, outputs_;
  std::mutex mutex_;  // guards all below
  StateKey next_{StateKind::digests};
  bool is_of_one_block_ = false;
  std::vector<Entry> own_;  // not put yet; all those of this pass in a job
  bool has_new_ = false;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace preamar::blocks
