// Vectorised flood inside one square of cells: sweeps over rows, and over columns on the transposed square.
#if defined(PREAMAR_SQUARE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_SQUARE_INL
#undef PREAMAR_SQUARE_INL
#else
#define PREAMAR_SQUARE_INL
#endif

#include "backends/cpu/flood/transpose-inl.h"
#include "backends/cpu/tile_grid.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// [last lane of before, v without its last lane]
template <class D>
HWY_INLINE hn::Vec<D> FromLeft([[maybe_unused]] D d, [[maybe_unused]] hn::Vec<D> v, hn::Vec<D> before) {
#if HWY_TARGET == HWY_SCALAR
  return before;
#else
  using T = hn::TFromD<D>;
  constexpr std::size_t bytes = hn::MaxLanes(d) * sizeof(T);
  if constexpr (bytes == 16) {
    return hn::CombineShiftRightBytes<16 - sizeof(T)>(d, v, before);
  } else if constexpr (bytes == 32) {
    return hn::CombineShiftRightBytes<16 - sizeof(T)>(d, v, hn::ConcatLowerUpper(d, v, before));
  } else {
#if HWY_TARGET <= HWY_AVX3
    const hn::Vec<D> blocks{_mm512_alignr_epi64(v.raw, before.raw, 6)};
    return hn::CombineShiftRightBytes<16 - sizeof(T)>(d, v, blocks);
#endif
  }
#endif
}

// [v without its first lane, first lane of after]
template <class D>
HWY_INLINE hn::Vec<D> FromRight([[maybe_unused]] D d, [[maybe_unused]] hn::Vec<D> v, hn::Vec<D> after) {
#if HWY_TARGET == HWY_SCALAR
  return after;
#else
  using T = hn::TFromD<D>;
  constexpr std::size_t bytes = hn::MaxLanes(d) * sizeof(T);
  if constexpr (bytes == 16) {
    return hn::CombineShiftRightBytes<sizeof(T)>(d, after, v);
  } else if constexpr (bytes == 32) {
    return hn::CombineShiftRightBytes<sizeof(T)>(d, hn::ConcatLowerUpper(d, after, v), v);
  } else {
#if HWY_TARGET <= HWY_AVX3
    const hn::Vec<D> blocks{_mm512_alignr_epi64(after.raw, v.raw, 2)};
    return hn::CombineShiftRightBytes<sizeof(T)>(d, blocks, v);
#endif
  }
#endif
}

// The lines around a square; indices -1 and `Side` are its corners.
template <class T>
struct Frame {
  const T *top, *bottom, *left, *right;
  [[nodiscard]] Frame turned() const { return {left, right, top, bottom}; }
};

template <class T, int Side>
struct Square {
  using D = hn::CappedTag<T, Side>;
  using V = hn::Vec<D>;
  static constexpr std::size_t lanes = hn::MaxLanes(D());
  static constexpr std::size_t vectors = Side / lanes;
  using Row = V[vectors];

  static HWY_INLINE void LoadRow(const T* at, Row& row) {
    for (std::size_t j = 0; j < vectors; ++j) row[j] = hn::LoadU(D(), at + j * lanes);
  }

  // The larger of the two horizontal neighbours of each cell of a row.
  static HWY_INLINE void Beside(const Row& row, T left, T right, Row& beside) {
    const D d;
    for (std::size_t j = 0; j < vectors; ++j) {
      const V before = j == 0 ? hn::Set(d, left) : row[j == 0 ? 0 : j - 1];
      const V after = j + 1 == vectors ? hn::Set(d, right) : row[j + 1 == vectors ? j : j + 1];
      beside[j] = hn::Max(FromLeft(d, row[j], before), FromRight(d, row[j], after));
    }
  }

  // The offer of a row to the next one: its cells and, with corners, their horizontal neighbours.
  template <bool corners>
  static HWY_INLINE void Offer(const Row& row, T left, T right, Row& offer) {
    if constexpr (corners) {
      Beside(row, left, right, offer);
      for (std::size_t j = 0; j < vectors; ++j) offer[j] = hn::Max(offer[j], row[j]);
    } else {
      for (std::size_t j = 0; j < vectors; ++j) offer[j] = row[j];
    }
  }

  // Raises a row of cells to an offer. Adds what changed to `changed`; the new row replaces the offer.
  static HWY_INLINE void Raise(T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, Row& offer, V& changed) {
    const D d;
    for (std::size_t j = 0; j < vectors; ++j) {
      const V old = hn::Load(d, cells + j * lanes);
      const V raised = hn::Max(old, hn::Min(offer[j], hn::Load(d, limits + j * lanes)));
      changed = hn::Or(changed, hn::Xor(old, raised));
      hn::Store(raised, d, cells + j * lanes);
      offer[j] = raised;
    }
  }

  // Whether an offer would raise any cell of a row.
  static HWY_INLINE V WouldRaise(const T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, const Row& offer) {
    const D d;
    V any = hn::Zero(d);
    for (std::size_t j = 0; j < vectors; ++j) {
      const V old = hn::LoadU(d, cells + j * lanes);
      any = hn::Or(any, hn::Xor(old, hn::Max(old, hn::Min(offer[j], hn::LoadU(d, limits + j * lanes)))));
    }
    return any;
  }

  static HWY_INLINE bool Any(V v) { return !hn::AllTrue(D(), hn::Eq(v, hn::Zero(D()))); }

  // Downwards, then upwards: each row takes from the row before it. Returns whether anything changed.
  template <bool corners>
  static HWY_NOINLINE bool Sweep(T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, Frame<T> frame) {
    V changed = hn::Zero(D());
    Row row, offer;
    LoadRow(frame.top, row);
    for (int y = 0; y < Side; ++y) {
      Offer<corners>(row, frame.left[y - 1], frame.right[y - 1], offer);
      Raise(cells + y * Side, limits + y * Side, offer, changed);
      for (std::size_t j = 0; j < vectors; ++j) row[j] = offer[j];
    }
    LoadRow(frame.bottom, row);
    for (int y = Side - 1; y >= 0; --y) {
      Offer<corners>(row, frame.left[y + 1], frame.right[y + 1], offer);
      Raise(cells + y * Side, limits + y * Side, offer, changed);
      for (std::size_t j = 0; j < vectors; ++j) row[j] = offer[j];
    }
    return Any(changed);
  }

  // Rows in which a horizontal neighbour would raise a cell; stops after `most` + 1 of them.
  struct Rows {
    int row[Side];
    int count = 0;
  };
  static HWY_NOINLINE Rows WantSideways(const T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, Frame<T> frame,
                                        int most) {
    Rows rows;
    for (int y = 0; y < Side && rows.count <= most; ++y) {
      Row row, beside;
      LoadRow(cells + y * Side, row);
      Beside(row, frame.left[y], frame.right[y], beside);
      if (Any(WouldRaise(cells + y * Side, limits + y * Side, beside))) rows.row[rows.count++] = y;
    }
    return rows;
  }

  // Whether a neighbour in the row above or below would raise a cell.
  template <bool corners>
  static HWY_NOINLINE bool WantsSweep(const T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, Frame<T> frame) {
    V any = hn::Zero(D());
    Row row, above, here, below, both;  // the rows' offers
    LoadRow(frame.top, row);
    Offer<corners>(row, frame.left[-1], frame.right[-1], above);
    LoadRow(cells, row);
    Offer<corners>(row, frame.left[0], frame.right[0], here);
    for (int y = 0; y < Side; ++y) {
      LoadRow(y + 1 < Side ? cells + (y + 1) * Side : frame.bottom, row);
      Offer<corners>(row, frame.left[y + 1], frame.right[y + 1], below);
      for (std::size_t j = 0; j < vectors; ++j) both[j] = hn::Max(above[j], below[j]);
      any = hn::Or(any, WouldRaise(cells + y * Side, limits + y * Side, both));
      for (std::size_t j = 0; j < vectors; ++j) above[j] = here[j], here[j] = below[j];
    }
    return Any(any);
  }

  // Floods along one row, to the right and back.
  static void FloodRow(T* cells, const T* limits, T left, T right) {
    T level = left;
    for (int x = 0; x < Side; ++x) cells[x] = level = std::max(cells[x], std::min(level, limits[x]));
    level = right;
    for (int x = Side - 1; x >= 0; --x) cells[x] = level = std::max(cells[x], std::min(level, limits[x]));
  }

  // Floods the square to its fixed point. A new square is swept first. If few rows need horizontal propagation, they
  // are flooded one by one; if many, the columns of the transposed square are swept. `limits_turned` is the transposed
  // limit, made when first needed. If a sweep over rows that follows one over columns changes nothing, the square is at
  // its fixed point: if a diagonal neighbour raised a cell in the columns, the same neighbour already offered at least
  // as much over a row to the cell next to it.
  template <bool corners>
  static void Flood(bool is_new, T* HWY_RESTRICT cells, const T* HWY_RESTRICT limits, T* HWY_RESTRICT limits_turned,
                    bool& is_turned, T* HWY_RESTRICT turned, Frame<T> frame) {
    constexpr int few = Side / 16;
    bool columns_swept = false;
    for (bool sweep = is_new;; sweep = true) {
      if (sweep && !Sweep<corners>(cells, limits, frame) && columns_swept) return;
      const Rows rows = WantSideways(cells, limits, frame, few);
      columns_swept = rows.count > few;
      if (columns_swept) {
        if (!is_turned) Transpose<Side>(limits, limits_turned);
        is_turned = true;
        Transpose<Side>(cells, turned);
        Sweep<corners>(turned, limits_turned, frame.turned());
        Transpose<Side>(turned, cells);
        continue;
      }
      for (int i = 0; i < rows.count; ++i) {
        const int at = rows.row[i] * Side;
        FloodRow(cells + at, limits + at, frame.left[rows.row[i]], frame.right[rows.row[i]]);
      }
      if (!WantsSweep<corners>(cells, limits, frame)) return;
    }
  }

  // Raises the cells of a plane by those of the plane before or after it; with `test`, only returns whether it would.
  // `frame` holds rows -1 and `Side` of that plane.
  template <int connectivity, bool test>
  static HWY_NOINLINE bool TakeFromPlane(std::conditional_t<test, const T, T>* cells, const T* limits, const T* from,
                                         Frame<T> frame) {
    V changed = hn::Zero(D());
    for (int y = 0; y < Side; ++y) {
      const T* const above = y == 0 ? frame.top : from + (y - 1) * Side;
      const T* const below = y == Side - 1 ? frame.bottom : from + (y + 1) * Side;
      Row row, offer, rows_beside;
      LoadRow(from + y * Side, row);
      T left = frame.left[y], right = frame.right[y];
      if constexpr (connectivity > 1) {
        Row other;
        LoadRow(above, rows_beside);
        LoadRow(below, other);
        for (std::size_t j = 0; j < vectors; ++j) rows_beside[j] = hn::Max(rows_beside[j], other[j]);
      }
      if constexpr (connectivity > 2) {
        for (std::size_t j = 0; j < vectors; ++j) row[j] = hn::Max(row[j], rows_beside[j]);
        left = std::max({left, frame.left[y - 1], frame.left[y + 1]});
        right = std::max({right, frame.right[y - 1], frame.right[y + 1]});
      }
      Offer<(connectivity > 1)>(row, left, right, offer);
      if constexpr (connectivity == 2)
        for (std::size_t j = 0; j < vectors; ++j) offer[j] = hn::Max(offer[j], rows_beside[j]);
      if constexpr (test)
        changed = hn::Or(changed, WouldRaise(cells + y * Side, limits + y * Side, offer));
      else
        Raise(cells + y * Side, limits + y * Side, offer, changed);
    }
    return Any(changed);
  }

  // Whether a line of neighbours would raise a line of cells; indices -1 and `Side` of the neighbours are corners.
  template <bool corners>
  static HWY_INLINE bool LineWouldRaise(const T* cells, const T* limits, const T* neighbours) {
    Row row, offer;
    LoadRow(neighbours, row);
    Offer<corners>(row, neighbours[-1], neighbours[Side], offer);
    return Any(WouldRaise(cells, limits, offer));
  }

  // The cells of a line that a line of neighbours would raise, and their new values.
  struct Raised {
    int index[Side];
    T level[Side];
    int count = 0;
  };
  template <bool corners>
  static void LineRaised(const T* cells, const T* limits, const T* neighbours, Raised& raised) {
    const D d;
    Row row, offer;
    LoadRow(neighbours, row);
    Offer<corners>(row, neighbours[-1], neighbours[Side], offer);
    raised.count = 0;
    for (std::size_t j = 0; j < vectors; ++j) {
      const V old = hn::LoadU(d, cells + j * lanes);
      const V better = hn::Max(old, hn::Min(offer[j], hn::LoadU(d, limits + j * lanes)));
      if (!Any(hn::Xor(old, better))) continue;
      alignas(64) T before[lanes], after[lanes];
      hn::Store(old, d, before);
      hn::Store(better, d, after);
      for (std::size_t i = 0; i < lanes; ++i) {
        if (before[i] == after[i]) continue;
        raised.index[raised.count] = static_cast<int>(j * lanes + i);
        raised.level[raised.count++] = after[i];
      }
    }
  }
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
