// Sums and convex hulls per label as bytes, for the summaries of blocks.
#pragma once

#include "core/bytes.h"
#include "operators/label_sums_bytes.h"
#include "primitives/label_sums.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace preamar {

using Hulls = std::vector<std::vector<primitives::HullPoint>>;

// A view: the bytes must outlive it.
class HullSummary {
 public:
  // Throws Error (io) if the bytes do not come from hull_summary().
  explicit HullSummary(std::span<const std::byte> bytes);

  [[nodiscard]] const LabelSumsView& sums() const { return sums_; }
  // Where the bytes of each label end, counted from the first label.
  [[nodiscard]] std::span<const std::uint64_t> ends() const { return ends_; }
  [[nodiscard]] std::span<const primitives::HullPoint> hull(std::size_t i) const;
  // The hulls of `count` labels from label `first` on.
  [[nodiscard]] Hulls hulls(std::size_t first, std::size_t count) const;
  [[nodiscard]] Hulls hulls() const { return hulls(0, ends_.size()); }

 private:
  LabelSumsView sums_;
  std::span<const std::uint64_t> ends_;
  std::span<const primitives::HullPoint> points_;
  std::uint64_t row_bytes_ = 0;  // of each label, without its hull
};

[[nodiscard]] Bytes hull_summary(const Bytes& sums, const Hulls& hulls);
[[nodiscard]] Bytes sliced_hull_summary(const Bytes& bytes, std::size_t first, std::size_t count);
[[nodiscard]] Bytes merged_hull_summaries(const Bytes& left, const Bytes& right);

}  // namespace preamar
