// The formulas of primitives/rules/edge_thinning.h, vectorised over x.
#if defined(PREAMAR_EDGE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_EDGE_ROWS_INL
#undef PREAMAR_EDGE_ROWS_INL
#else
#define PREAMAR_EDGE_ROWS_INL
#endif

#include "backends/cpu/edge_thinning/edge_rows.h"
#include "backends/cpu/mask_bits-inl.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The values around the columns from x on.
template <class F, int kRank>
struct Around {
  using D = hn::ScalableTag<F>;
  [[nodiscard]] HWY_INLINE hn::Vec<D> At(int dz, int dy, int dx) const { return hn::LoadU(D(), Row(dz, dy) + x + dx); }
  [[nodiscard]] HWY_INLINE const F* Row(int dz, int dy) const {
    return kRank == 2 ? rows[1 + dy] : rows[4 + 3 * dz + dy];
  }
  RowsAround<F> rows;
  std::int64_t x;
};

// Bits of 64 columns.
using Bits = std::uint64_t;
constexpr std::int64_t bits_columns = 64;

// One byte per bit, 1 or 0.
HWY_INLINE void StoreBytes(Bits bits, std::int64_t count, std::uint8_t* to) {
  const hn::CappedTag<std::uint8_t, bits_columns> d;
  const auto n = static_cast<std::int64_t>(hn::Lanes(d));
  alignas(64) std::uint8_t all[bits_columns];
  std::uint8_t* const out = count == bits_columns ? to : all;
  for (std::int64_t i = 0; i < bits_columns; i += n) {
    hn::StoreU(hn::IfThenElseZero(MaskOf(d, bits >> i), hn::Set(d, std::uint8_t{1})), d, out + i);
  }
  if (out != to) std::memcpy(to, all, static_cast<std::size_t>(count));
}

// Calls edges(x, weak, strong) for vectors of columns; it sets the bits of a vector in both.
template <class F, class Edges>
HWY_INLINE void ForColumns(std::int64_t count, std::uint8_t* weak, std::uint8_t* strong, const Edges& edges) {
  const auto n = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<F>()));
  for (std::int64_t x = 0; x < count; x += bits_columns) {
    Bits weak_bits = 0, strong_bits = 0;
    const std::int64_t columns = std::min(bits_columns, count - x);
    for (std::int64_t i = 0; i < columns; i += n) {
      Bits some_weak = 0, some_strong = 0;
      edges(x + i, some_weak, some_strong);
      weak_bits |= some_weak << i;
      strong_bits |= some_strong << i;
    }
    StoreBytes(weak_bits, columns, weak + x);
    StoreBytes(strong_bits, columns, strong + x);
  }
}

template <class F, int kRank>
class GradientRows {
  using D = hn::ScalableTag<F>;
  using V = hn::Vec<D>;
  using Near = Around<F, kRank>;

  static HWY_INLINE V Smooth3(V before, V here, V after) {
    return hn::Add(hn::Add(before, after), hn::Add(here, here));
  }
  // Smooths value(-1), value(0), value(1).
  template <class Value>
  static HWY_INLINE V Over(const Value& value) {
    return Smooth3(value(-1), value(0), value(1));
  }
  static HWY_INLINE V SlopeX(const Near& near) {
    const auto plane = [&](int z) HWY_ATTR {
      return Over([&](int y) HWY_ATTR { return hn::Sub(near.At(z, y, 1), near.At(z, y, -1)); });
    };
    if constexpr (kRank == 2) return plane(0);
    return Over(plane);
  }
  static HWY_INLINE V SlopeY(const Near& near) {
    const auto plane = [&](int z) HWY_ATTR {
      return Over([&](int x) HWY_ATTR { return hn::Sub(near.At(z, 1, x), near.At(z, -1, x)); });
    };
    if constexpr (kRank == 2) return plane(0);
    return Over(plane);
  }
  static HWY_INLINE V SlopeZ(const Near& near) {
    return Over([&](int y) HWY_ATTR {
      return Over([&](int x) HWY_ATTR { return hn::Sub(near.At(1, y, x), near.At(-1, y, x)); });
    });
  }

 public:
  static void Derive(RowsAround<F> smooth, std::int64_t count, F* const* slopes, F* measure) {
    const D d;
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      const Near near{smooth, x};
      const V dx = SlopeX(near), dy = SlopeY(near);
      V square = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
      hn::StoreU(dx, d, slopes[0] + x);
      hn::StoreU(dy, d, slopes[1] + x);
      if constexpr (kRank == 3) {
        const V dz = SlopeZ(near);
        square = hn::Add(square, hn::Mul(dz, dz));
        hn::StoreU(dz, d, slopes[2] + x);
      }
      hn::StoreU(hn::Sqrt(square), d, measure + x);
    }
  }

  static void Thin(RowsAround<F> measure, const F* const* slopes, const EdgeLevels<F>& levels, std::int64_t count,
                   std::uint8_t* weak, std::uint8_t* strong) {
    const D d;
    const V low = hn::Set(d, levels.low), high = hn::Set(d, levels.high);
    ForColumns<F>(count, weak, strong, [&](std::int64_t x, Bits& some_weak, Bits& some_strong) HWY_ATTR {
      const Near near{measure, x};
      const V strength = near.At(0, 0, 0);
      const auto candidates = hn::And(hn::Ge(strength, low), hn::Gt(strength, hn::Zero(d)));
      if (hn::AllFalse(d, candidates)) return;
      some_weak = Ridges(near, slopes, strength, candidates);
      some_strong = some_weak & BitsOf(d, hn::Ge(strength, high));
    });
  }

 private:
  // Selects the candidates that are at least as strong as both ends of a step.
  static HWY_INLINE Bits Ridges(const Near& near, const F* const* slopes, V strength, hn::Mask<D> candidates) {
    const D d;
    const V dx = hn::LoadU(d, slopes[0] + near.x), dy = hn::LoadU(d, slopes[1] + near.x);
    if constexpr (kRank == 2) return BitsOf(d, hn::And(candidates, RidgesOfPlane(near, dx, dy, strength)));
    const V dz = hn::LoadU(d, slopes[kRank - 1] + near.x);
    return BitsOf(d, hn::And(candidates, RidgesOfVolume(near, dx, dy, dz, strength)));
  }

  static HWY_INLINE hn::Mask<D> RidgesOfPlane(const Near& near, V dx, V dy, V strength) {
    const D d;
    const V size_x = hn::Abs(dx), size_y = hn::Abs(dy);
    const auto is_y = hn::Gt(size_y, size_x);  // the largest component is along y
    const V steepest = hn::IfThenElse(is_y, size_y, size_x), part = hn::IfThenElse(is_y, size_x, size_y);
    const V rest = hn::Sub(steepest, part);
    const V zero = hn::Zero(d);
    const auto same_sign = hn::Not(hn::Xor(hn::Gt(dx, zero), hn::Gt(dy, zero)));
    const V right_down = near.At(0, 1, 1), left_up = near.At(0, -1, -1);
    const V right_up = near.At(0, -1, 1), left_down = near.At(0, 1, -1);
    // One end lies between `ahead` and `beside_ahead`, the other between `behind` and `beside_behind`.
    const V ahead = hn::IfThenElse(is_y, near.At(0, 1, 0), near.At(0, 0, 1));
    const V behind = hn::IfThenElse(is_y, near.At(0, -1, 0), near.At(0, 0, -1));
    const V beside_ahead = hn::IfThenElse(same_sign, right_down, hn::IfThenElse(is_y, left_down, right_up));
    const V beside_behind = hn::IfThenElse(same_sign, left_up, hn::IfThenElse(is_y, right_up, left_down));
    const V here = hn::Mul(strength, steepest);
    const V one_end = hn::Add(hn::Mul(beside_ahead, part), hn::Mul(ahead, rest));
    const V other_end = hn::Add(hn::Mul(beside_behind, part), hn::Mul(behind, rest));
    return hn::And(hn::Le(one_end, here), hn::Le(other_end, here));
  }

  // Per axis, the offset in cells from a pixel to its neighbour along or against the gradient. Offsets along several
  // axes add up.
  struct Ways {
    using DI = hn::RebindToSigned<D>;
    using VI = hn::Vec<DI>;
    HWY_INLINE Ways(const Near& near, V dx, V dy, V dz, int side)
        : x(Way(dx, side, -side)),
          y(Way(dy, near.Row(0, side) - near.Row(0, 0), near.Row(0, -side) - near.Row(0, 0))),
          z(Way(dz, near.Row(side, 0) - near.Row(0, 0), near.Row(-side, 0) - near.Row(0, 0))) {}
    static HWY_INLINE VI Way(V slope, std::int64_t rising, std::int64_t falling) {
      const DI di;
      return hn::IfThenElse(hn::RebindMask(di, hn::Gt(slope, hn::Zero(D()))),
                            hn::Set(di, static_cast<hn::TFromD<DI>>(rising)),
                            hn::Set(di, static_cast<hn::TFromD<DI>>(falling)));
    }
    VI x, y, z;
  };

  // `major` is the axis of the largest component, `a` the first of the others and `b` the second.
  static HWY_INLINE hn::Mask<D> RidgesOfVolume(const Near& near, V dx, V dy, V dz, V strength) {
    const D d;
    const typename Ways::DI di;
    const V size_x = hn::Abs(dx), size_y = hn::Abs(dy), size_z = hn::Abs(dz);
    const auto y_over_x = hn::Gt(size_y, size_x);
    const V flat = hn::IfThenElse(y_over_x, size_y, size_x);
    const auto is_z = hn::Gt(size_z, flat), is_x = hn::Not(hn::Or(is_z, y_over_x));
    const V steepest = hn::IfThenElse(is_z, size_z, flat);
    const V part_a = hn::IfThenElse(is_x, size_y, size_x), part_b = hn::IfThenElse(is_z, size_y, size_z);
    const V rest_a = hn::Sub(steepest, part_a), rest_b = hn::Sub(steepest, part_b);
    const V here = hn::Mul(hn::Mul(strength, steepest), steepest);
    const auto major_z = hn::RebindMask(di, is_z), major_x = hn::RebindMask(di, is_x);
    const auto is_below = [&](int side) HWY_ATTR {
      const Ways way(near, dx, dy, dz, side);
      const auto major = hn::IfThenElse(major_z, way.z, hn::IfThenElse(major_x, way.x, way.y));
      const auto a = hn::IfThenElse(major_x, way.y, way.x), b = hn::IfThenElse(major_z, way.y, way.z);
      const auto end = hn::Add(major, hn::Iota(di, 0)), beside = hn::Add(end, b);
      const F* const centre = near.Row(0, 0) + near.x;
      const auto edge = [&](auto from) HWY_ATTR {
        return hn::Add(hn::Mul(hn::GatherIndex(d, centre, hn::Add(from, a)), part_a),
                       hn::Mul(hn::GatherIndex(d, centre, from), rest_a));
      };
      return hn::Le(hn::Add(hn::Mul(edge(beside), part_b), hn::Mul(edge(end), rest_b)), here);
    };
    return hn::And(is_below(1), is_below(-1));
  }
};

template <class F, int kRank>
class DifferentialRows {
  using D = hn::ScalableTag<F>;
  using V = hn::Vec<D>;
  using Near = Around<F, kRank>;

  // 1e-4 plus the squares of the components.
  static HWY_INLINE V SquaredSlope(V dx, V dy, V dz) {
    const V flat = hn::Add(hn::Add(hn::Set(D(), static_cast<F>(1e-4)), hn::Mul(dx, dx)), hn::Mul(dy, dy));
    return kRank == 2 ? flat : hn::Add(flat, hn::Mul(dz, dz));
  }
  static HWY_INLINE V Pure(V here, V after, V before) { return hn::Add(hn::Sub(after, here), hn::Sub(before, here)); }
  static HWY_INLINE V Mixed(V both, V first, V second, V none) {
    return hn::Mul(hn::Sub(hn::Sub(both, first), hn::Sub(second, none)), hn::Set(D(), F{0.5}));
  }
  static HWY_INLINE V Term(V sum, V a, V b, V factor) { return hn::Add(sum, hn::Mul(hn::Mul(a, b), factor)); }

 public:
  static void Derive(RowsAround<F> smooth, std::int64_t count, F* const* slopes, F* measure) {
    const D d;
    const V half = hn::Set(d, F{0.5});
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      const Near near{smooth, x};
      const V here = near.At(0, 0, 0), right = near.At(0, 0, 1), left = near.At(0, 0, -1);
      const V down = near.At(0, 1, 0), up = near.At(0, -1, 0);
      const V dx = hn::Mul(hn::Sub(right, left), half), dy = hn::Mul(hn::Sub(down, up), half);
      hn::StoreU(dx, d, slopes[0] + x);
      hn::StoreU(dy, d, slopes[1] + x);
      const V xy = Mixed(near.At(0, 1, 1), near.At(0, -1, 1), near.At(0, 1, -1), near.At(0, -1, -1));
      V sum = hn::Mul(hn::Mul(dx, dy), xy), dz = hn::Zero(d);
      if constexpr (kRank == 3) {
        dz = hn::Mul(hn::Sub(near.At(1, 0, 0), near.At(-1, 0, 0)), half);
        hn::StoreU(dz, d, slopes[2] + x);
        sum = Term(sum, dx, dz, Mixed(near.At(1, 0, 1), near.At(-1, 0, 1), near.At(1, 0, -1), near.At(-1, 0, -1)));
        sum = Term(sum, dy, dz, Mixed(near.At(1, 1, 0), near.At(-1, 1, 0), near.At(1, -1, 0), near.At(-1, -1, 0)));
      }
      sum = Term(sum, dx, dx, Pure(here, right, left));
      sum = Term(sum, dy, dy, Pure(here, down, up));
      if constexpr (kRank == 3) sum = Term(sum, dz, dz, Pure(here, near.At(1, 0, 0), near.At(-1, 0, 0)));
      hn::StoreU(hn::Div(sum, SquaredSlope(dx, dy, dz)), d, measure + x);
    }
  }

  static void Thin(RowsAround<F> measure, const F* const* slopes, const EdgeLevels<F>& levels, std::int64_t count,
                   std::uint8_t* weak, std::uint8_t* strong) {
    const D d;
    const V low = hn::Set(d, levels.low), high = hn::Set(d, levels.high);
    ForColumns<F>(count, weak, strong, [&](std::int64_t x, Bits& some_weak, Bits& some_strong) HWY_ATTR {
      const V dx = hn::LoadU(d, slopes[0] + x), dy = hn::LoadU(d, slopes[1] + x);
      const V dz = kRank == 2 ? hn::Zero(d) : hn::LoadU(d, slopes[kRank - 1] + x);
      const V square = SquaredSlope(dx, dy, dz);
      const auto candidates = hn::Gt(square, low);
      if (hn::AllFalse(d, candidates)) return;
      some_weak = BitsOf(d, hn::And(candidates, Crossings(Near{measure, x}, dx, dy, dz)));
      some_strong = some_weak & BitsOf(d, hn::Gt(square, high));
    });
  }

 private:
  // Flips the sign of a neighbour's value such that it is positive if it has the opposite sign of `here`; 0 if either
  // is 0.
  struct Zero {
    explicit HWY_INLINE Zero(V here)
        : size(hn::Abs(here)),
          turn(hn::Xor(hn::And(here, hn::SignBit(D())), hn::SignBit(D()))),
          found(hn::FirstN(D(), 0)),
          behind(hn::FirstN(D(), 0)) {}

    HWY_INLINE void Add(V before, V after) {
      const V zero = hn::Zero(D()), one = hn::Xor(before, turn), other = hn::Xor(after, turn);
      found = hn::Or(found, hn::Or(hn::Gt(one, size), hn::And(hn::Ge(other, size), hn::Gt(other, zero))));
      behind = hn::Or(behind, hn::Or(hn::Lt(one, zero), hn::Lt(other, zero)));
    }
    [[nodiscard]] HWY_INLINE hn::Mask<D> Passed() const {
      return hn::Or(found, hn::And(behind, hn::Eq(size, hn::Zero(D()))));
    }
    V size, turn;
    hn::Mask<D> found, behind;
  };

  static HWY_INLINE hn::Mask<D> Crossings(const Near& near, V dx, V dy, V dz) {
    const D d;
    const V left = near.At(0, 0, -1), right = near.At(0, 0, 1), up = near.At(0, -1, 0), down = near.At(0, 1, 0);
    Zero zero(near.At(0, 0, 0));
    zero.Add(left, right);
    zero.Add(up, down);
    V rise = hn::Add(hn::Mul(hn::Sub(right, left), dx), hn::Mul(hn::Sub(down, up), dy));
    if constexpr (kRank == 3) {
      const V above = near.At(-1, 0, 0), below = near.At(1, 0, 0);
      zero.Add(above, below);
      rise = hn::Add(rise, hn::Mul(hn::Sub(below, above), dz));
    }
    return hn::And(zero.Passed(), hn::Le(rise, hn::Zero(d)));
  }
};

template <class Rows, class F>
EdgeRows<F> FunctionsOf() {
  return {Rows::Derive, Rows::Thin};
}

template <class F>
EdgeRows<F> EdgeRowsOf(Thinning thinning, int rank) {
  if (thinning == Thinning::gradient)
    return rank == 2 ? FunctionsOf<GradientRows<F, 2>, F>() : FunctionsOf<GradientRows<F, 3>, F>();
  return rank == 2 ? FunctionsOf<DifferentialRows<F, 2>, F>() : FunctionsOf<DifferentialRows<F, 3>, F>();
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
