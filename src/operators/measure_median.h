// A summary of a block with the digits of medians: its sums and hulls, and per label the digits known and the counts of
// the next one.
#pragma once

#include "core/bytes.h"
#include "core/label_rows.h"
#include "operators/measure_summary.h"
#include "primitives/label_digits.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar {

// A view: the bytes must outlive it.
class MedianSummary {
 public:
  // Throws Error (io) if the bytes do not come from median_summary().
  explicit MedianSummary(const Bytes& bytes);

  [[nodiscard]] bool has_hulls() const { return has_hulls_; }
  [[nodiscard]] LabelSumsView sums() const;
  [[nodiscard]] Hulls hulls() const { return has_hulls_ ? HullSummary(inner_).hulls() : Hulls(); }
  // Sums, or sums and hulls.
  [[nodiscard]] Bytes inner() const { return {inner_.begin(), inner_.end()}; }
  [[nodiscard]] Bytes counts() const { return {counts_.begin(), counts_.end()}; }
  // Where the bytes of each label end, counted from the first label.
  [[nodiscard]] std::span<const std::uint64_t> ends() const { return ends_; }
  // The middle levels of a label, with the digit that was counted.
  [[nodiscard]] primitives::Middles middles(std::size_t i) const;

 private:
  std::span<const std::uint64_t> ends_;
  std::span<const std::byte> inner_, counts_;
  bool has_hulls_ = false;
};

// `inner` is that of the same labels.
[[nodiscard]] Bytes median_summary(const Bytes& inner, bool has_hulls, std::span<const primitives::Middles> middles,
                                   std::span<const primitives::DigitCounts> counts);
[[nodiscard]] Bytes sliced_median_summary(const Bytes& bytes, std::size_t first, std::size_t count);
[[nodiscard]] Bytes merged_median_summaries(const Bytes& left, const Bytes& right);

}  // namespace preamar
