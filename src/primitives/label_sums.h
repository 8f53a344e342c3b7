// label_sums: exact sums over the cells of each label.
#pragma once

#include "core/memory.h"
#include "core/sums.h"
#include "primitives/backend.h"
#include "primitives/contract.h"
#include "primitives/convex_hull.h"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

namespace preamar::primitives {

// Coordinates are (plane, row, column); planes are 0 in rank 2.
using Cell = std::array<std::int64_t, 3>;

// The cells from `begin` up to but not including `end`.
struct CellRange {
  Cell begin{}, end{};
};

// The neighbours of a cell that come before it in raster order, as steps. The opposite steps lead to the others.
inline constexpr std::array<Cell, 13> earlier_steps = {{{-1, -1, -1},
                                                        {-1, -1, 0},
                                                        {-1, -1, 1},
                                                        {-1, 0, -1},
                                                        {-1, 0, 0},
                                                        {-1, 0, 1},
                                                        {-1, 1, -1},
                                                        {-1, 1, 0},
                                                        {-1, 1, 1},
                                                        {0, -1, -1},
                                                        {0, -1, 0},
                                                        {0, -1, 1},
                                                        {0, 0, -1}}};
inline constexpr std::size_t plane_step = 4, row_step = 10, column_step = 12;  // along one axis only

struct LabelSumsSpec {
  bool products = false;  // also sums products of coordinates
  bool faces = false;     // also counts faces
  bool contacts = false;  // also counts contacts
  bool hulls = false;     // also the convex hulls; rank 2
  bool outline = false;   // also the outline of contacts; rank 2, a halo of two cells
  // For a block of an image: `counted` are the cells to sum; the other cells only show what is across a face. `origin`
  // is the position of the first cell of `labels` in the image.
  std::optional<CellRange> counted = {};
  Cell origin{};
  // Bounds memory: sums the counted rows from `first_row` up to and including the row in which the number of labels
  // reaches `labels_enough`.
  std::int64_t first_row = 0;
  std::int64_t labels_enough = INT64_MAX;
};

struct CellSums {
  std::int64_t size = 0;
  std::int64_t faces = 0;  // cell faces with another label, or the outside of the image, on the other side
  Cell low{INT64_MAX, INT64_MAX, INT64_MAX};
  Cell high{};  // one beyond the last cell
  std::array<Int128, 3> sum{};

  void add(const CellSums& other) {
    size += other.size;
    faces += other.faces;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], other.low[axis]);
      high[axis] = std::max(high[axis], other.high[axis]);
      sum[axis] += other.sum[axis];
    }
  }
};

struct ProductSums {
  std::array<Int128, 6> sum{};  // plane*plane, plane*row, plane*column, row*row, row*column, column*column

  void add(const ProductSums& other) {
    for (std::size_t i = 0; i < 6; ++i) sum[i] += other.sum[i];
  }
};

// Counts of cells of a label by their neighbours of the same label.
struct ContactSums {
  std::array<std::int64_t, 13> pairs{};  // cells whose neighbour at that earlier step has the same label
  std::int64_t euler = 0;                // objects - tunnels + cavities (rank 2: objects - holes); corners connect
  // Border cells by the border cells next to them (outline_step), in halves: steps of length 1 and of length sqrt(2).
  std::int64_t straight = 0, diagonal = 0;

  void add(const ContactSums& other) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
    euler += other.euler;
    straight += other.straight;
    diagonal += other.diagonal;
  }
};

// The length that a border cell adds to the outline, given the number of border cells that share an edge or only a
// corner with it. A border cell shares an edge with a cell of another label or the outside of the image. The weights
// are those of Benkrid and Crookes, as in scikit-image.
struct OutlineStep {
  std::int64_t straight, diagonal;  // in halves
};
[[nodiscard]] constexpr OutlineStep outline_step(int edges, int corners) {
  if ((edges == 2 || edges == 3) && corners <= 2) return {2, 0};
  if ((edges == 0 && corners == 2) || (edges == 1 && corners == 3)) return {0, 2};
  if (edges == 1 && (corners == 1 || corners == 2)) return {1, 1};
  return {0, 0};
}

// Sums over the pixels of an integer image.
struct WholeSums {
  Int128 least = UINT64_MAX, most = INT64_MIN, sum = 0;
  Squares squares;

  void add(const WholeSums& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
    sum += other.sum;
    squares.add(other.squares);
  }
  template <class T>
  void add_level(T level) {
    least = std::min<Int128>(least, level);
    most = std::max<Int128>(most, level);
    sum += level;
    const auto wide = static_cast<UInt128>(Int128{level});  // wraps for a negative level; its square is still correct
    squares.add(wide * wide);
  }
};

// Sums over the pixels of a floating-point image.
struct RealSums {
  double least = HUGE_VAL, most = -HUGE_VAL;
  RealSum sum, squares;

  void add(const RealSums& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
    sum.add(other.sum);
    squares.add(other.squares);
  }
  template <class T>
  void add_level(T level) {
    // -0.0 becomes 0.0, so the result does not depend on which comes first.
    const double value = static_cast<double>(level) + 0.0;
    least = std::min(least, value);
    most = std::max(most, value);
    sum.add(value);
    squares.add_square(level);
  }
};

// One entry per label, ascending. Sums that were not requested are empty. `whole` or `real` is filled if `levels` is
// given.
struct LabelSums {
  Buffer<std::uint64_t> labels;  // as keys (label_key)
  Buffer<CellSums> cells;
  Buffer<ProductSums> products;
  Buffer<ContactSums> contacts;
  Buffer<WholeSums> whole;
  Buffer<RealSums> real;
  std::vector<std::vector<HullPoint>> hulls;  // corners of the hull of cell positions (HullBuilder)
  std::int64_t end_row = 0;                   // the first counted row that is not summed
};

// Maps an integer to an unsigned one of the same order. For signed types, 0 becomes 2^63.
template <class T>
constexpr std::uint64_t label_key(T label) {
  if constexpr (std::is_signed_v<T>) return static_cast<std::uint64_t>(std::int64_t{label}) ^ (std::uint64_t{1} << 63);
  return static_cast<std::uint64_t>(label);
}

// The cells of `shape` that are counted.
[[nodiscard]] inline CellRange counted_cells(const LabelSumsSpec& spec, const Shape& shape) {
  const int rank = shape.rank();
  return spec.counted.value_or(CellRange{{}, {rank == 3 ? shape[0] : 1, shape[rank - 2], shape[rank - 1]}});
}

// Sums over the cells of each label except 0. The result does not depend on the order of cells. `labels` is an integer
// image of rank 2 or 3; `levels`, if given, has its shape and any dtype. Dense rows.
inline LabelSums label_sums(const Execution& on, const LabelSumsSpec& spec, ConstImageView labels,
                            const std::optional<ConstImageView>& levels) {
  PREAMAR_ASSERT(is_grid(labels), "labels has rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(!is_floating(labels.dtype()), "labels are integers");
  PREAMAR_ASSERT(is_absent_or(levels, [&](ConstImageView image) { return is_grid_of(image, labels.shape()); }),
                 "levels has the labels' shape and dense rows");
  return backend_for(on).label_sums(on, spec, labels, levels);
}

}  // namespace preamar::primitives
