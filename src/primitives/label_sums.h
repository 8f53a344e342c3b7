// label_sums: exact sums over the cells of each label.
#pragma once

#include "core/memory.h"
#include "core/sums.h"
#include "primitives/backend.h"
#include "primitives/contract.h"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

namespace preamar::primitives {

// Coordinates are (plane, row, column); planes are 0 in rank 2.
using Cell = std::array<std::int64_t, 3>;

// Cells from `begin` on and before `end`.
struct CellRange {
  Cell begin{}, end{};
};

struct LabelSumsSpec {
  bool products = false;  // of coordinates
  bool faces = false;
  // Of a block of an image: the cells that count, while the others only tell what lies behind a face; and where in the
  // image the first cell of `labels` lies.
  std::optional<CellRange> counted = {};
  Cell origin{};
  // Of the rows that count, those from the first on, up to and with the one in which there come to be so many labels;
  // so that memory is bounded whatever the image holds.
  std::int64_t first_row = 0;
  std::int64_t labels_enough = INT64_MAX;
};

struct CellSums {
  std::int64_t size = 0;
  std::int64_t faces = 0;  // of cells, whose other side has another label or is outside the image
  Cell low{INT64_MAX, INT64_MAX, INT64_MAX};
  Cell high{};  // beyond the last
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

// Of the levels of an image of integers.
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
    const auto wide = static_cast<UInt128>(Int128{level});  // whose square is right where it wraps around
    squares.add(wide * wide);
  }
};

// Of the levels of an image of reals.
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
    const double value = static_cast<double>(level) + 0.0;  // one zero, so that either of them may come first
    least = std::min(least, value);
    most = std::max(most, value);
    sum.add(value);
    squares.add_square(level);
  }
};

// One entry per label, in ascending order. What was not asked for is empty; `whole` or `real` where levels were given.
struct LabelSums {
  Buffer<std::uint64_t> labels;  // as keys
  Buffer<CellSums> cells;
  Buffer<ProductSums> products;
  Buffer<WholeSums> whole;
  Buffer<RealSums> real;
  std::int64_t end_row = 0;  // of the rows that count, the first that is not in them
};

// An integer as an unsigned number of the same order; of a signed type, 0 is 2^63.
template <class T>
constexpr std::uint64_t label_key(T label) {
  if constexpr (std::is_signed_v<T>) return static_cast<std::uint64_t>(std::int64_t{label}) ^ (std::uint64_t{1} << 63);
  return static_cast<std::uint64_t>(label);
}

// The cells of `shape` that count.
[[nodiscard]] inline CellRange counted_cells(const LabelSumsSpec& spec, const Shape& shape) {
  const int rank = shape.rank();
  return spec.counted.value_or(CellRange{{}, {rank == 3 ? shape[0] : 1, shape[rank - 2], shape[rank - 1]}});
}

// The cells of each label but 0, in sums that do not depend on the order of cells. `labels` is of integers, rank 2 or
// 3; `levels`, where given, has its shape and any dtype. Dense rows.
inline LabelSums label_sums(const Execution& on, const LabelSumsSpec& spec, ConstImageView labels,
                            const std::optional<ConstImageView>& levels) {
  PREAMAR_ASSERT(is_grid(labels), "labels has rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(!is_floating(labels.dtype()), "labels are integers");
  PREAMAR_ASSERT(is_absent_or(levels, [&](ConstImageView image) { return is_grid_of(image, labels.shape()); }),
                 "levels has the labels' shape and dense rows");
  return backend_for(on).label_sums(on, spec, labels, levels);
}

}  // namespace preamar::primitives
