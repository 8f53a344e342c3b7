// The sums of each label as bytes, which blocks hand each other.
#pragma once

#include "core/bytes.h"
#include "primitives/label_sums.h"

#include <cstdint>
#include <span>

namespace preamar {

// LabelSums that lie elsewhere.
struct LabelSumsView {
  LabelSumsView() = default;
  explicit LabelSumsView(const primitives::LabelSums& sums);
  // Throws Error (io) where the bytes are none of to_bytes().
  explicit LabelSumsView(const Bytes& bytes);

  std::span<const std::uint64_t> labels;
  std::span<const primitives::CellSums> cells;
  std::span<const primitives::ProductSums> products;
  std::span<const primitives::WholeSums> whole;
  std::span<const primitives::RealSums> real;
};

[[nodiscard]] Bytes to_bytes(const LabelSumsView& sums);
// The sums of the labels of both; in the bytes of one of them where that has the labels of the other.
[[nodiscard]] Bytes merged_label_sums(Bytes left, Bytes right);

}  // namespace preamar
