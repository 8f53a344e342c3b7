#include "operators/measure_median.h"

#include <cstring>

namespace preamar {
using namespace primitives;
namespace {

// The header. The ends, the inner summary and the counts follow, each at a multiple of 16 bytes.
struct alignas(16) MedianHeader {
  std::uint64_t labels, inner_bytes, counts_bytes, has_hulls;
};
static_assert(sizeof(MedianHeader) == 32);

std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

std::size_t total_bytes(const MedianHeader& header) {
  return sizeof(MedianHeader) + padded(header.labels * sizeof(std::uint64_t)) + padded(header.inner_bytes) +
         padded(header.counts_bytes);
}

LabelSumsView sums_in(std::span<const std::byte> inner, bool has_hulls) {
  return has_hulls ? HullSummary(inner).sums() : LabelSumsView(inner);
}

Bytes joined_median(const Bytes& inner, bool has_hulls, const Bytes& counts) {
  const LabelRows rows(counts);
  const MedianHeader header{rows.size(), inner.size(), counts.size(), has_hulls};
  Bytes bytes(total_bytes(header));
  std::memcpy(bytes.data(), &header, sizeof(MedianHeader));
  std::byte* const ends = bytes.data() + sizeof(MedianHeader);
  const auto hull_ends = has_hulls ? HullSummary(inner).ends() : std::span<const std::uint64_t>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t of_inner = has_hulls ? hull_ends[i] : (i + 1) * (inner.size() / rows.size());
    const std::uint64_t end = of_inner + rows.ends()[i] + (i + 1) * 3 * sizeof(std::uint64_t);
    std::memcpy(ends + i * sizeof(end), &end, sizeof(end));
  }
  std::byte* const at = ends + padded(header.labels * sizeof(std::uint64_t));
  std::memcpy(at, inner.data(), inner.size());
  std::memcpy(at + padded(inner.size()), counts.data(), counts.size());
  return bytes;
}

std::span<const std::uint64_t> row_counts(std::span<const std::byte> row) {
  const std::span<const std::byte> counts = row.subspan(sizeof(Middles));
  return {reinterpret_cast<const std::uint64_t*>(counts.data()), counts.size() / sizeof(std::uint64_t)};
}

Middles row_middles(std::span<const std::byte> row) {
  if (row.size() < sizeof(Middles) || row.size() % sizeof(std::uint64_t) != 0)
    throw Error(ErrorKind::io, "the counts of a label contradict themselves");
  Middles middles;
  std::memcpy(&middles, row.data(), sizeof(Middles));
  return middles;
}

void append_row(const Middles& middles, std::span<const std::uint64_t> counts, LabelRowsWriter& to) {
  to.append(std::as_bytes(std::span(&middles, 1)));
  to.append(std::as_bytes(counts));
}

void join_counts(std::span<const std::byte> left, std::span<const std::byte> right, LabelRowsWriter& to) {
  const Middles middles = row_middles(left);
  if (middles != row_middles(right)) throw Error(ErrorKind::io, "the digits of a label differ between blocks");
  append_row(middles, merged_counts(row_counts(left), row_counts(right)), to);
}

}  // namespace

MedianSummary::MedianSummary(const Bytes& bytes) {
  MedianHeader header{};
  const std::size_t size = bytes.size();
  if (size >= sizeof(MedianHeader)) std::memcpy(&header, bytes.data(), sizeof(MedianHeader));
  if (header.labels > size || header.inner_bytes > size || header.counts_bytes > size || total_bytes(header) != size)
    throw Error(ErrorKind::io, "a summary of digits contradicts itself");
  const std::byte* at = bytes.data() + sizeof(MedianHeader);
  ends_ = {reinterpret_cast<const std::uint64_t*>(at), header.labels};
  at += padded(header.labels * sizeof(std::uint64_t));
  inner_ = {at, header.inner_bytes};
  counts_ = {at + padded(header.inner_bytes), header.counts_bytes};
  has_hulls_ = header.has_hulls != 0;
}

LabelSumsView MedianSummary::sums() const { return sums_in(inner_, has_hulls_); }

Middles MedianSummary::middles(std::size_t i) const {
  const std::span<const std::byte> row = LabelRows(counts_).row(i);
  Middles middles = row_middles(row);
  add_digit(middles, sums().cells[i].size, row_counts(row));
  return middles;
}

Bytes median_summary(const Bytes& inner, bool has_hulls, std::span<const Middles> middles,
                     std::span<const DigitCounts> counts) {
  std::size_t bytes = 0;
  for (const DigitCounts& of_label : counts) bytes += sizeof(Middles) + of_label.size() * sizeof(std::uint64_t);
  LabelRowsWriter rows(counts.size(), bytes);
  const LabelSumsView sums = sums_in(inner, has_hulls);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    append_row(middles[i], counts[i], rows);
    rows.end_row(sums.labels[i]);
  }
  return joined_median(inner, has_hulls, rows.take());
}

Bytes sliced_median_summary(const Bytes& bytes, std::size_t first, std::size_t count) {
  const MedianSummary summary(bytes);
  const Bytes inner = summary.has_hulls() ? sliced_hull_summary(summary.inner(), first, count)
                                          : sliced_label_sums(summary.sums(), first, count);
  return joined_median(inner, summary.has_hulls(), sliced_rows(summary.counts(), first, count));
}

Bytes merged_median_summaries(const Bytes& left_bytes, const Bytes& right_bytes) {
  const MedianSummary left(left_bytes), right(right_bytes);
  const Bytes inner = left.has_hulls() ? merged_hull_summaries(left.inner(), right.inner())
                                       : merged_label_sums(left.inner(), right.inner());
  return joined_median(inner, left.has_hulls(), merged_rows(left.counts(), right.counts(), join_counts));
}

}  // namespace preamar
