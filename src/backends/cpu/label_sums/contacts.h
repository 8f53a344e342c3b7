// The neighbours of the same label of cells in a row.
#pragma once

#include "primitives/label_sums.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

// Rows around a cell, each from column 0 of the image on; null outside of the image.
struct RowsAround {
  std::array<const std::byte*, 5> rows{};
  std::int64_t columns = 0;
};

// `around` has the rows at the steps (-1, -1), (-1, 0), (-1, 1), (0, -1) and (0, 0) of plane and row. Bit i of the
// result: the neighbour at earlier_steps[i] has the label of cell x.
using EarlierAt = std::uint32_t (*)(const RowsAround& around, std::int64_t x);
// `around` has the five rows from two rows before cell x to two rows after it.
using OutlineAt = primitives::OutlineStep (*)(const RowsAround& around, std::int64_t x);

// For cells of 1, 2, 4 or 8 bytes.
[[nodiscard]] EarlierAt earlier_at(std::int64_t cell_bytes);
[[nodiscard]] OutlineAt outline_at(std::int64_t cell_bytes);

// What a cell adds to the Euler number, by the bits of earlier_at(). It is 0 for a cell whose neighbours to the left
// and to the right have the same bits and label.
[[nodiscard]] const std::array<std::int8_t, 1 << 13>& euler_steps();

}  // namespace preamar::cpu
