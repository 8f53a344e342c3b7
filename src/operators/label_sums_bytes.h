// Sums per label as bytes, for the summaries of blocks.
#pragma once

#include "core/bytes.h"
#include "primitives/label_sums.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar {

// A view of LabelSums.
struct LabelSumsView {
  LabelSumsView() = default;
  explicit LabelSumsView(const primitives::LabelSums& sums);
  // Throws Error (io) if the bytes do not come from to_bytes().
  explicit LabelSumsView(std::span<const std::byte> bytes);

  std::span<const std::uint64_t> labels;
  std::span<const primitives::CellSums> cells;
  std::span<const primitives::ProductSums> products;
  std::span<const primitives::ContactSums> contacts;
  std::span<const primitives::WholeSums> whole;
  std::span<const primitives::RealSums> real;
};

// The sums of `count` labels from the label at position `first` on.
[[nodiscard]] Bytes sliced_label_sums(LabelSumsView sums, std::size_t first, std::size_t count);
[[nodiscard]] Bytes to_bytes(const LabelSumsView& sums);
// Merges the sums of both. If one has all labels of the other, its bytes are reused.
[[nodiscard]] Bytes merged_label_sums(Bytes left, Bytes right);

}  // namespace preamar
