// Tables that exceed the memory: rows wait in a temporary file, sorted by label, and are merged at the end.
#pragma once

#include "platform/file.h"
#include "primitives/block_form.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace preamar::blocks {

class TableSpill {
 public:
  // Bytes per table of rows that is read or written at one time.
  static constexpr std::int64_t usual_chunk_bytes = 1 << 15;

  // The file is next to `beside`. It has no name while it is open, so it disappears with the process.
  explicit TableSpill(std::filesystem::path beside, std::int64_t chunk_bytes = usual_chunk_bytes)
      : beside_(std::move(beside)), chunk_bytes_(chunk_bytes) {}

  struct Rows {
    const LabelTable* table;
    std::int64_t row_bytes;
    std::function<Bytes(Bytes, Bytes)> merge;
    // Throws Error (resource): one row alone needs this many bytes.
    std::function<void(std::int64_t bytes)> refuse;
  };
  // To be called before add(). for_each() takes about `memory` bytes.
  void begin(Rows rows, std::int64_t memory);

  // The bytes that add() takes in addition to its tables.
  [[nodiscard]] std::int64_t memory() const { return tables_at_once * copies_at_once * chunk_bytes_; }
  // Writes the tables, merged. Throws Error (io) if the disk is full.
  void add(std::vector<Bytes> tables);

  // Bytes written to the file.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  // Gives all rows in ascending order of labels, in tables of a few rows. Throws Error (resource) if the memory does
  // not hold a row.
  void for_each(const std::function<void(const Bytes&)>& give);

 private:
  // The tables of a fold are at most half as large each as the one before. So at most this number exceeds a chunk.
  static constexpr std::int64_t tables_at_once = 16;
  // A chunk, its slice, and the merged rows of all slices while they are merged and used.
  static constexpr std::int64_t copies_at_once = 8;

  // Tables in a file, each after its length. All labels ascend.
  struct Run {
    std::int64_t begin, end;
  };
  class Reader;

  [[nodiscard]] std::unique_ptr<OutFile> temporary_file() const;
  [[nodiscard]] std::size_t runs_at_once() const;
  // The end of the rows from `first` on that are one chunk: at least one row.
  [[nodiscard]] std::size_t chunk_end(const Bytes& table, std::size_t first) const;
  void for_each_chunk(const Bytes& table, const std::function<void(const Bytes&)>& use) const;
  void require_room_for(const Bytes& chunk) const;
  // The bytes that a row of this size needs.
  [[nodiscard]] std::int64_t bytes_for_row(std::int64_t bytes) const;
  [[nodiscard]] std::vector<Reader> readers(std::size_t first, std::size_t count) const;
  void merge(std::vector<Reader> readers, const std::function<void(const Bytes&)>& give) const;
  [[nodiscard]] Bytes merged(std::vector<Bytes> tables) const;
  // Appends the merged rows to a file.
  [[nodiscard]] Run write(OutFile& file, std::vector<Reader> readers);
  void append(OutFile& file, const Bytes& bytes);

  const std::filesystem::path beside_;
  const std::int64_t chunk_bytes_;
  Rows rows_{};
  std::int64_t memory_ = 0;
  std::int64_t largest_bytes_ = 0;  // of the tables in the file
  std::unique_ptr<OutFile> file_;
  std::vector<Run> runs_;
  std::int64_t bytes_ = 0;
};

}  // namespace preamar::blocks
