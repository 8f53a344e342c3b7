// The sums of each label as bytes, which blocks hand each other.
#pragma once

#include "core/bytes.h"
#include "skeletons/tally.h"

#include <cstdint>
#include <span>

namespace preamar {

// Tallies that lie elsewhere.
struct TallyView {
  TallyView() = default;
  explicit TallyView(const Tallies& tallies);
  // Throws Error (io) where the bytes are none of to_bytes().
  explicit TallyView(const Bytes& bytes);

  std::span<const std::uint64_t> labels;
  std::span<const CellSums> cells;
  std::span<const ProductSums> products;
  std::span<const WholeSums> whole;
  std::span<const RealSums> real;
};

[[nodiscard]] Bytes to_bytes(const TallyView& tallies);
// The sums of the labels of both; in the bytes of one of them where that has the labels of the other.
[[nodiscard]] Bytes merged_tallies(Bytes left, Bytes right);

}  // namespace preamar
