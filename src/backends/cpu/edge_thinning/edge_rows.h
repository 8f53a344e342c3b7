// The vector code of edge_thinning: processes one row of float or double working values per call.
#pragma once

#include "primitives/rules/edge_thinning.h"

#include <cstdint>

namespace preamar::cpu {
using namespace primitives;

// The rows of one quantity around a row: rows[1 + dy] in rank 2, rows[4 + 3 * dz + dy] in rank 3; rows outside the
// image repeat the nearest. Columns -1 to `count` of each are read, and up to row_slack more (filter_rows.h).
template <class F>
using RowsAround = const F* const*;

// One thinning method in one rank; primitives/rules/edge_thinning.h defines the formulas.
template <class F>
struct EdgeRows {
  // From smoothed rows: the derivatives along x, y and z, and the measure (Sobel's strength, or the second derivative
  // along the gradient). Writes up to row_slack additional values.
  void (*derive)(RowsAround<F> smooth, std::int64_t count, F* const* slopes, F* measure);
  // Which pixels are edges, one byte each, and which of them are strong.
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
