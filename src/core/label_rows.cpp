#include "core/label_rows.h"

#include "core/assert.h"

#include <algorithm>
#include <cstring>

namespace preamar {
namespace {

// The layout: the number of rows, their labels, their ends, their bytes.
constexpr std::size_t word_bytes = sizeof(std::uint64_t);

std::size_t head_bytes(std::size_t rows) { return word_bytes * (1 + 2 * rows); }

[[noreturn]] void contradict() { throw Error(ErrorKind::io, "a table of labels contradicts itself"); }

}  // namespace

LabelRows::LabelRows(std::span<const std::byte> bytes) {
  std::uint64_t count = 0;
  if (bytes.size() < word_bytes) contradict();
  std::memcpy(&count, bytes.data(), word_bytes);
  if (count > (bytes.size() - word_bytes) / (2 * word_bytes)) contradict();
  const auto* const words = reinterpret_cast<const std::uint64_t*>(bytes.data()) + 1;
  labels_ = {words, count};
  ends_ = {words + count, count};
  bytes_ = bytes.subspan(head_bytes(count));
  if (begin_of(count) != bytes_.size()) contradict();
}

LabelRowsWriter::LabelRowsWriter(std::size_t most_rows, std::size_t most_bytes)
    : most_rows_(most_rows),
      bytes_(head_bytes(most_rows) + most_bytes),
      begin_(head_bytes(most_rows)),
      end_(head_bytes(most_rows)) {}

std::uint64_t* LabelRowsWriter::labels() { return reinterpret_cast<std::uint64_t*>(bytes_.data()) + 1; }
std::uint64_t* LabelRowsWriter::ends() { return labels() + most_rows_; }

void LabelRowsWriter::append(std::span<const std::byte> bytes) {
  PREAMAR_ASSERT(bytes.size() <= bytes_.size() - end_, "the rows have at most the bytes that were promised");
  std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(end_));
  end_ += bytes.size();
}

void LabelRowsWriter::end_row(std::uint64_t label) {
  PREAMAR_ASSERT(rows_ < most_rows_ && (rows_ == 0 || labels()[rows_ - 1] < label), "labels ascend");
  labels()[rows_] = label;
  ends()[rows_] = end_ - begin_;
  ++rows_;
}

void LabelRowsWriter::append_rows(const LabelRows& from, std::size_t first, std::size_t count) {
  if (count == 0) return;
  const std::uint64_t begin = end_ - begin_, from_begin = first == 0 ? 0 : from.ends()[first - 1];
  PREAMAR_ASSERT(count <= most_rows_ - rows_, "there are at most the rows that were promised");
  append(from.rows(first, count));
  for (std::size_t i = 0; i < count; ++i) {
    labels()[rows_ + i] = from.labels()[first + i];
    ends()[rows_ + i] = from.ends()[first + i] - from_begin + begin;
  }
  rows_ += count;
}

Bytes LabelRowsWriter::take() {
  const std::uint64_t count = rows_;
  std::memcpy(bytes_.data(), &count, word_bytes);
  std::memmove(labels() + rows_, ends(), rows_ * word_bytes);
  std::memmove(bytes_.data() + head_bytes(rows_), bytes_.data() + begin_, end_ - begin_);
  bytes_.resize(head_bytes(rows_) + end_ - begin_);
  // A table that waits must not keep the memory of its upper bound.
  if (bytes_.capacity() / 4 * 3 > bytes_.size()) bytes_.shrink_to_fit();
  return std::move(bytes_);
}

Bytes sliced_rows(const Bytes& table, std::size_t first, std::size_t count) {
  const LabelRows rows(table);
  LabelRowsWriter slice(count, rows.rows(first, count).size());
  slice.append_rows(rows, first, count);
  return slice.take();
}

Bytes merged_rows(const Bytes& left_table, const Bytes& right_table, const JoinRows& join) {
  const LabelRows left(left_table), right(right_table);
  LabelRowsWriter sum(left.size() + right.size(),
                      left.rows(0, left.size()).size() + right.rows(0, right.size()).size());
  // The rows of `from`, from `first` on, whose labels are below `label`.
  const auto append_below = [&](const LabelRows& from, std::size_t first, std::uint64_t label) {
    const auto rest = from.labels().subspan(first);
    const auto count = static_cast<std::size_t>(std::ranges::lower_bound(rest, label) - rest.begin());
    sum.append_rows(from, first, count);
    return first + count;
  };
  std::size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    i = append_below(left, i, right.labels()[j]);
    if (i == left.size()) break;
    j = append_below(right, j, left.labels()[i]);
    if (j == right.size() || left.labels()[i] != right.labels()[j]) continue;
    join(left.row(i), right.row(j), sum);
    sum.end_row(left.labels()[i]);
    ++i, ++j;
  }
  sum.append_rows(left, i, left.size() - i);
  sum.append_rows(right, j, right.size() - j);
  return sum.take();
}

}  // namespace preamar
