// The digests of each block: of the pixels of each input at the first read, and of its outputs as stored, once durable.
// They are stored, so that a later process of the same run can compare.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace preamar::blocks {

// The image (inputs first, then outputs), block, digest, and a digest of these three.
using JournalRecord = std::array<std::uint64_t, 4>;

// Where the records are kept. Damaged records and records of another run may be among them.
class JournalStorage {
 public:
  JournalStorage() = default;
  JournalStorage(const JournalStorage&) = delete;
  JournalStorage& operator=(const JournalStorage&) = delete;
  virtual ~JournalStorage() = default;

  // Calls visit(record) for the records of earlier processes, in their order. To be called once, first.
  virtual void each(const std::function<void(const JournalRecord&)>& visit) = 0;
  // Thread-safe.
  virtual void append(const JournalRecord& record) = 0;
  // Records that were appended so far are for later processes.
  virtual void flush() {}
  [[nodiscard]] virtual bool is_empty() const = 0;
};

// A file, to which records are appended.
[[nodiscard]] std::unique_ptr<JournalStorage> journal_file(const std::filesystem::path& file);
// Objects in the folder `folder` of a store, one per flush(). Without `is_resumed` there are none yet. `guard` is as
// io::Store::put has it.
[[nodiscard]] std::unique_ptr<JournalStorage> journal_objects(const std::filesystem::path& folder, std::uint64_t run,
                                                              bool is_resumed, const std::function<void()>& guard);

class Journal {
 public:
  // For images in memory: records nothing.
  Journal() = default;
  // For a run that cannot be resumed. Blocks are identified by their node numbers, which are below `nodes`.
  Journal(std::int64_t nodes, std::size_t inputs);
  // Reads the records of earlier processes of the run; damaged records and records of another run count as missing.
  Journal(std::unique_ptr<JournalStorage> storage, std::uint64_t run, std::int64_t nodes, std::size_t inputs,
          std::size_t outputs);

  // Compares the pixels of an input in the block with their recorded digest; the first call for a block records it.
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
  // Bytes of a journal for this number of blocks.
  [[nodiscard]] static double memory_for(double blocks, std::size_t images) {
    return 2 * blocks * static_cast<double>(sizeof(std::uint64_t) * images);  // a tree has twice as many nodes
  }
  // Whether no process has written a record.
  [[nodiscard]] bool is_empty() const { return !storage_ || storage_->is_empty(); }

 private:
  [[nodiscard]] bool knows_nothing() const { return inputs_.empty(); }
  static constexpr std::uint64_t unknown = 0;
  static std::size_t index(std::int64_t block) { return static_cast<std::size_t>(block); }
  void read();
  [[nodiscard]] std::vector<std::uint64_t>& digests(std::uint64_t kind);
  void append(std::uint64_t kind, std::int64_t block, std::uint64_t digest);

  std::unique_ptr<JournalStorage> storage_;
  std::uint64_t run_ = 0;
  std::vector<std::vector<std::uint64_t>> inputs_, outputs_;
};

}  // namespace preamar::blocks
