// The vector code of `edges`: a row at a time, of working values that are float or double.
#pragma once

#include "primitives/rules/edge_thinning.h"

#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

// The rows of one number around a row: rows[1 + dy] in rank 2, rows[4 + 3 * dz + dy] in rank 3; outside the image, the
// nearest. Of each, columns -1 to `count` are read, and up to row_slack more (filter_rows.h).
template <class F>
using RowsAround = const F* const*;

// One thinning in one rank; the formulas are those of primitives/rules/edges.h.
template <class F>
struct EdgeRows {
  // From smoothed rows the slopes along x, y and z, and the measure: Sobel's strength, or the second derivative along
  // the slope. Writes up to row_slack values more.
  void (*derive)(RowsAround<F> smooth, std::int64_t count, F* const* slopes, F* measure);
  // Which pixels are edges, a byte for each, and which of them are strong.
  void (*thin)(RowsAround<F> measure, const F* const* slopes, const EdgeLevels<F>& levels, std::int64_t count,
               std::uint8_t* weak, std::uint8_t* strong);
};

// For the best instruction set.
template <class F>
[[nodiscard]] EdgeRows<F> edge_rows(Thinning thinning, int rank);
template <>
EdgeRows<float> edge_rows(Thinning thinning, int rank);
template <>
EdgeRows<double> edge_rows(Thinning thinning, int rank);

}  // namespace preamar::cpu
