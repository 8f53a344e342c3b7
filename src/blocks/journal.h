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
  // Of a run that cannot be resumed and whose inputs cannot change: knows nothing.
  Journal() = default;
  // Blocks are numbered below `numbers`. Reads what earlier processes of the run recorded; what is broken, lost or of
  // another run is not there.
  Journal(const std::filesystem::path& file, std::uint64_t run, std::int64_t numbers, std::size_t outputs);

  // Where there is none, `digest` becomes that of the block. Returns whether it is.
  [[nodiscard]] bool is_same_input(std::int64_t block, std::uint64_t digest);
  [[nodiscard]] bool knows_input(std::int64_t block) const { return !file_ || inputs_[index(block)] != unknown; }
  [[nodiscard]] std::optional<std::uint64_t> output(std::size_t which, std::int64_t block) const;

  struct Written {
    std::int64_t block;
    std::vector<std::uint64_t> digests;  // one each output
  };
  // The outputs were flushed after these blocks were written.
  void record(std::span<const Written> blocks);
  // Whether anything was recorded, by whichever process.
  [[nodiscard]] bool is_empty() const { return !file_ || file_->size() == 0; }

 private:
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
