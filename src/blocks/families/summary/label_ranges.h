// A set of labels as ranges of consecutive numbers. Labels in raster order give few ranges.
#pragma once

#include "core/bytes.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar::blocks {

struct LabelRange {
  std::uint64_t first, last;
};

// `labels` must be ascending.
[[nodiscard]] Bytes label_ranges(std::span<const std::uint64_t> labels);
// The ranges, ascending. A view: the bytes must outlive it.
[[nodiscard]] ListView<LabelRange> ranges_in(const Bytes& ranges);
[[nodiscard]] Bytes merged_ranges(const Bytes& left, const Bytes& right);
// The number of bytes of merged_ranges(left, right).
[[nodiscard]] std::size_t merged_size(const Bytes& left, const Bytes& right);
[[nodiscard]] std::uint64_t label_count(const Bytes& ranges);

// The position of each label among those of all ranges, counted from 1.
class LabelNumbers {
 public:
  // Turns ranges, in place, into the bytes that the constructor takes.
  [[nodiscard]] static Bytes of_ranges(Bytes ranges);

  // A view: the bytes must outlive it.
  explicit LabelNumbers(const Bytes& numbers);
  [[nodiscard]] std::uint64_t count() const;
  // `label` must be in a range.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t label) const;

 private:
  // The last label of a range, and its position.
  struct End {
    std::uint64_t label, number;
  };
  ListView<End> ends_;
};

}  // namespace preamar::blocks
