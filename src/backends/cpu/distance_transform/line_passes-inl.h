// Vectorised passes over lines. Included once per instruction set.
#if defined(PREAMAR_LINES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_LINES_INL
#undef PREAMAR_LINES_INL
#else
#define PREAMAR_LINES_INL
#endif

#include "backends/cpu/distance_transform/line_passes.h"
#include "backends/cpu/flood/transpose-inl.h"
#include "core/memory.h"
#include "primitives/distance_transform.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(x) for vectors that cover a row; the last may overlap the one before.
template <class F>
HWY_INLINE void ForVectors(std::int64_t length, std::int64_t lanes, F&& f) {
  for (std::int64_t x = 0; x + lanes <= length; x += lanes) f(x);
  if (length % lanes != 0) f(std::max<std::int64_t>(0, length - lanes));
}

// The next count: 0 at a goal, otherwise the count + 1.
template <class D>
HWY_INLINE hn::Vec<D> NextCount(D d, const std::uint8_t* row, hn::Vec<D> count) {
  const hn::Rebind<std::uint8_t, D> bytes;
  const auto cells = hn::PromoteTo(d, hn::LoadU(bytes, row));
  const auto more = hn::Min(hn::Add(count, hn::Set(d, 1)), hn::Set(d, no_count<hn::TFromD<D>>));
  return hn::IfThenZeroElse(hn::Eq(cells, hn::Zero(d)), more);
}

template <class C>
bool Ends(const RowBand& band, C* above, C* below) {
  const hn::ScalableTag<C> d;
  auto least = hn::Set(d, no_count<C>);
  ForVectors(band.length, static_cast<std::int64_t>(hn::Lanes(d)), [&](std::int64_t x) HWY_ATTR {
    auto up = hn::Set(d, no_count<C>), down = up;
    for (int r = 0; r < band.count; ++r) up = NextCount(d, band.rows[r] + x, up);
    for (int r = band.count - 1; r >= 0; --r) down = NextCount(d, band.rows[r] + x, down);
    hn::StoreU(up, d, above + x);
    hn::StoreU(down, d, below + x);
    least = hn::Min(least, up);
  });
  return hn::GetLane(hn::MinOfLanes(d, least)) < no_count<C>;
}

template <class C>
void Counts(const RowBand& band, const C* above, const C* below, std::int64_t pitch, C* counts, C* ups) {
  const hn::ScalableTag<C> d;
  ForVectors(band.length, static_cast<std::int64_t>(hn::Lanes(d)), [&](std::int64_t x) HWY_ATTR {
    auto down = hn::LoadU(d, below + x);
    for (int r = band.count - 1; r >= 0; --r) {
      down = NextCount(d, band.rows[r] + x, down);
      hn::StoreU(down, d, counts + r * pitch + x);
    }
    auto up = hn::LoadU(d, above + x);
    for (int r = 0; r < band.count; ++r) {
      up = NextCount(d, band.rows[r] + x, up);
      hn::StoreU(hn::Min(up, hn::LoadU(d, counts + r * pitch + x)), d, counts + r * pitch + x);
      if (ups) hn::StoreU(up, d, ups + r * pitch + x);
    }
  });
}

template <class S>
void Squares(const Count<S>* HWY_RESTRICT counts, std::int64_t length, S step_squared, S far, S* HWY_RESTRICT out) {
  for (std::int64_t x = 0; x < length; ++x) {
    const S steps = counts[x];
    out[x] = steps >= no_count<Count<S>> ? far : step_squared * steps * steps;
  }
}

// The first i in [low, high] that minimises before[i] + squares[x - i]. The minimum must be in that range.
template <class S>
HWY_INLINE std::int64_t PlaceOfLeast(const LinePass<S>& pass, const S* HWY_RESTRICT before, std::int64_t x,
                                     std::int64_t low, std::int64_t high) {
  if (before[x] == 0) return x;
  const hn::CappedTag<S, line_block> d;
  constexpr auto lanes = static_cast<std::int64_t>(hn::MaxLanes(d));
  if (high - low > 4 * lanes) {  // a distance beyond before[x] cannot be smaller
    const double reach = std::sqrt(static_cast<double>(before[x]) / static_cast<double>(pass.step_squared)) + 1;
    if (reach < static_cast<double>(pass.length)) {
      low = std::max(low, x - static_cast<std::int64_t>(reach));
      high = std::min(high, x + static_cast<std::int64_t>(reach));
    }
  }
  const S* const squares = pass.squares() - x;
  auto least = hn::Set(d, hwy::LimitsMax<S>()), place = hn::Zero(d);
  const auto first = low & ~(lanes - 1);
  auto index = hn::Iota(d, static_cast<S>(first));
  const auto step = hn::Set(d, static_cast<S>(lanes));
  for (std::int64_t i = first; i <= high; i += lanes) {
    const auto sum = hn::Add(hn::LoadU(d, before + i), hn::LoadU(d, squares + i));
    place = hn::IfThenElse(hn::Lt(sum, least), index, place);
    least = hn::Min(sum, least);
    index = hn::Add(index, step);
  }
  const auto all = hn::MinOfLanes(d, least);
  const auto places = hn::IfThenElse(hn::Eq(least, all), place, hn::Set(d, hwy::LimitsMax<S>()));
  return static_cast<std::int64_t>(hn::GetLane(hn::MinOfLanes(d, places)));
}

// The positions of the minima of every line_block-th cell and of the last cell. A minimum between two known ones lies
// between them.
template <class S>
HWY_NOINLINE void FindKnots(const LinePass<S>& pass, const S* before, std::int64_t* knots) {
  const std::int64_t last = pass.length - 1, blocks = last / line_block + 1;
  knots[0] = PlaceOfLeast(pass, before, 0, 0, last);
  knots[blocks] = PlaceOfLeast(pass, before, last, knots[0], last);
  const auto widest = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(blocks)) / 2);
  for (std::int64_t step = widest; step > 0; step /= 2)
    for (std::int64_t k = step; k < blocks; k += 2 * step)
      knots[k] = PlaceOfLeast(pass, before, k * line_block, knots[k - step], knots[std::min(k + step, blocks)]);
}

// The minimum sums of one block of cells, over positions `low` to `high`.
template <bool Places, class S>
HWY_INLINE void Block(const S* HWY_RESTRICT before, const S* HWY_RESTRICT squares, std::int64_t x, std::int64_t low,
                      std::int64_t high, S* HWY_RESTRICT after, S* HWY_RESTRICT places) {
  const hn::CappedTag<S, line_block> d;
  constexpr std::size_t lanes = hn::MaxLanes(d), parts = line_block / lanes;
  hn::Vec<decltype(d)> least[parts], place[parts];
  for (std::size_t p = 0; p < parts; ++p) {
    least[p] = hn::Set(d, hwy::LimitsMax<S>());
    place[p] = hn::Zero(d);
  }
  for (std::int64_t i = low; i <= high; ++i) {
    const auto here = hn::Set(d, before[i]);
    for (std::size_t p = 0; p < parts; ++p) {
      const auto sum = hn::Add(here, hn::LoadU(d, squares + (x - i) + p * lanes));
      if constexpr (Places) place[p] = hn::IfThenElse(hn::Lt(sum, least[p]), hn::Set(d, static_cast<S>(i)), place[p]);
      least[p] = hn::Min(sum, least[p]);
    }
  }
  for (std::size_t p = 0; p < parts; ++p) {
    hn::StoreU(least[p], d, after + x + p * lanes);
    if constexpr (Places) hn::StoreU(place[p], d, places + x + p * lanes);
  }
}

template <class S>
void Pass(const LinePass<S>& pass, S* before, S* after, S* places, std::int64_t* knots) {
  std::fill(before + pass.length, before + padded_line(pass.length), pass.far);
  FindKnots(pass, before, knots);
  const S* const squares = pass.squares();
  for (std::int64_t x = 0; x < pass.length; x += line_block, ++knots)
    if (places)
      Block<true>(before, squares, x, knots[0], knots[1], after, places);
    else
      Block<false>(before, squares, x, knots[0], knots[1], after, places);
}

// Transposes strips of line_block columns to lines, and back.
template <class S>
void Columns(const LinePass<S>& pass, const Count<S>* counts, std::int64_t pitch, std::int64_t columns, S step_squared,
             S* out, S* places) {
  constexpr std::int64_t side = line_block;
  const std::int64_t rows = pass.length, line = padded_line(rows), out_pitch = padded_line(columns);
  const Buffer<S> before(side * line), after(side * line), where(places ? side * line : 0);
  const Buffer<std::int64_t> knots(rows / side + 2);
  alignas(64) S tile[side * side], turned[side * side];

  const auto turn_back = [&](const Buffer<S>& lines, std::int64_t x, S* to) {
    for (std::int64_t y = 0; y < rows; y += side) {
      for (std::int64_t c = 0; c < side; ++c)
        std::memcpy(tile + c * side, lines.data() + c * line + y, sizeof(S) * side);
      Transpose<side>(tile, turned);
      for (std::int64_t r = 0; r < std::min(side, rows - y); ++r)
        std::memcpy(to + (y + r) * out_pitch + x, turned + r * side, sizeof(S) * side);
    }
  };
  for (std::int64_t x = 0; x < columns; x += side) {
    for (std::int64_t y = 0; y < rows; y += side) {
      for (std::int64_t r = 0; r < std::min(side, rows - y); ++r)
        Squares(counts + (y + r) * pitch + x, side, step_squared, pass.far, tile + r * side);
      Transpose<side>(tile, turned);
      for (std::int64_t c = 0; c < side; ++c)
        std::memcpy(before.data() + c * line + y, turned + c * side, sizeof(S) * side);
    }
    for (std::int64_t c = 0; c < std::min(side, columns - x); ++c)
      Pass(pass, before.data() + c * line, after.data() + c * line, places ? where.data() + c * line : nullptr,
           knots.data());
    turn_back(after, x, out);
    if (places) turn_back(where, x, places);
  }
}

// Integers below 2^24 are exact floats. The float root of such an integer equals its double root rounded to float.
template <class S>
void Roots(const S* HWY_RESTRICT squared, std::int64_t length, double unit, float* HWY_RESTRICT out) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t x = 0;
  if constexpr (sizeof(S) == 4) {
    if (unit == 1)
      for (; x + lanes <= length; x += lanes) {
        const auto whole = hn::LoadU(di, reinterpret_cast<const std::int32_t*>(squared) + x);
        const auto exact = hn::Set(di, (1 << 24) - 1);
        if (hn::AllTrue(di, hn::Eq(hn::And(whole, exact), whole)))
          hn::StoreU(hn::Sqrt(hn::ConvertTo(d, whole)), d, out + x);
        else
          for (std::int64_t i = x; i < x + lanes; ++i) out[i] = length_of<float>(squared[i], unit);
      }
  }
  for (; x < length; ++x) out[x] = length_of<float>(squared[x], unit);
}

template <class S>
LineFunctions<S> LineFunctionsOf() {
  return {Ends<Count<S>>, Counts<Count<S>>, Squares<S>, Pass<S>, Columns<S>, Roots<S>};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
