// A table with one row of bytes per label, as bytes: for summaries of blocks whose rows differ in size.
#pragma once

#include "core/bytes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace preamar {

// A view: the bytes must outlive it.
class LabelRows {
 public:
  // Throws Error (io) if the bytes do not come from LabelRowsWriter.
  explicit LabelRows(std::span<const std::byte> bytes);

  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  // Ascending.
  [[nodiscard]] std::span<const std::uint64_t> labels() const { return labels_; }
  // Where the bytes of each row end, counted from the first row.
  [[nodiscard]] std::span<const std::uint64_t> ends() const { return ends_; }
  [[nodiscard]] std::span<const std::byte> row(std::size_t i) const { return rows(i, 1); }
  // The bytes of `count` rows from row `first` on.
  [[nodiscard]] std::span<const std::byte> rows(std::size_t first, std::size_t count) const {
    const std::uint64_t begin = begin_of(first);
    return bytes_.subspan(begin, begin_of(first + count) - begin);
  }

 private:
  [[nodiscard]] std::uint64_t begin_of(std::size_t i) const { return i == 0 ? 0 : ends_[i - 1]; }

  std::span<const std::uint64_t> labels_, ends_;
  std::span<const std::byte> bytes_;
};

// Writes such a table.
class LabelRowsWriter {
 public:
  // Upper bounds of the number of rows and of their bytes.
  LabelRowsWriter(std::size_t most_rows, std::size_t most_bytes);

  // Appends to the row that is being written.
  void append(std::span<const std::byte> bytes);
  // Ends the row. Labels ascend.
  void end_row(std::uint64_t label);
  // Appends rows of another table.
  void append_rows(const LabelRows& from, std::size_t first, std::size_t count);
  [[nodiscard]] Bytes take();

 private:
  [[nodiscard]] std::uint64_t* labels();
  [[nodiscard]] std::uint64_t* ends();

  std::size_t most_rows_, rows_ = 0;
  Bytes bytes_;
  std::size_t begin_, end_;  // of the bytes of rows
};

// `count` rows from row `first` on, as a table.
[[nodiscard]] Bytes sliced_rows(const Bytes& table, std::size_t first, std::size_t count);

// The rows of both tables. `join` appends the row that two rows of the same label make: at most their bytes together.
using JoinRows =
    std::function<void(std::span<const std::byte> left, std::span<const std::byte> right, LabelRowsWriter& to)>;
[[nodiscard]] Bytes merged_rows(const Bytes& left, const Bytes& right, const JoinRows& join);

}  // namespace preamar
