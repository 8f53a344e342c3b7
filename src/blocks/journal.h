// What is known of each block: the digest of its pixels when they were first read, and the digests of what its results
// are stored as, once that is durable. In a file, so that a later process of the same run knows it too.
#pragma once

#include "core/os_file.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace preamar::blocks {

class Journal {
 public:
  // Of images in memory: knows nothing.
  Journal() = default;
  // Blocks are numbered below `numbers`. Of a run that cannot be resumed.
  explicit Journal(std::int64_t numbers);
  // Reads what earlier processes of the run recorded; what is broken, lost or of
  // another run is not there.
  Journal(const std::filesystem::path& file, std::uint64_t run, std::int64_t numbers, std::size_t outputs);

  // Where there is none, `digest` becomes that of the block. Returns whether it is.
  [[nodiscard]] bool is_same_input(std::int64_t block, std::uint64_t digest);
  [[nodiscard]] bool knows_input(std::int64_t block) const { return inputs_[index(block)] != unknown; }
  [[nodiscard]] std::optional<std::uint64_t> output(std::size_t which, std::int64_t block) const;

  struct Written {
    std::int64_t block;
    std::vector<std::uint64_t> digests;  // one each output
  };
  // The outputs were flushed after these blocks were written.
  void record(std::span<const Written> blocks);
  // Bytes that it takes for `blocks` blocks.
  [[nodiscard]] static double memory_for(double blocks, std::size_t outputs) {
    return 2 * blocks * static_cast<double>(sizeof(std::uint64_t) * (1 + outputs));  // a tree has twice as many nodes
  }
  // Whether anything was recorded in the file, by whichever process.
  [[nodiscard]] bool is_empty() const { return !file_ || file_->size() == 0; }

 private:
  [[nodiscard]] bool knows_nothing() const { return inputs_.empty(); }
  static constexpr std::uint64_t unknown = 0;
  static std::size_t index(std::int64_t block) { return static_cast<std::size_t>(block); }
  void read();
  [[nodiscard]] std::vector<std::uint64_t>& digests(std::uint64_t kind);
  void append(std::uint64_t kind, std::int64_t block, std::uint64_t digest);

  std::unique_ptr<OutFile> file_;
  std::uint64_t run_ = 0;
  std::vector<std::uint64_t> inputs_;
  std::vector<std::vector<std::uint64_t>> outputs_;
  std::mutex appending_;
};

}  // namespace preamar::blocks
