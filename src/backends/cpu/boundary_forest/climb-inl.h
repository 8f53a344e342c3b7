// Compares cells with their neighbours in vectors: which neighbours are greater, and which is the largest.
#if defined(PREAMAR_CLIMB_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_CLIMB_INL
#undef PREAMAR_CLIMB_INL
#else
#define PREAMAR_CLIMB_INL
#endif

#include "backends/cpu/boundary_forest/climb.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A neighbour: the step in indices, its number, and whether the cell may climb to it.
struct Neighbour {
  int offset, number;
  bool is_way;
};

template <class L>
struct View {
  using D = hn::ScalableTag<L>;
  using V = hn::Vec<D>;

  V up, greatest;  // the index of the largest neighbour and, shifted, its number
  V greater;       // one bit per greater neighbour
};

// `neighbours` are in the order of their offsets, so of equal keys the last is the largest. The first half of them
// comes before the cell itself: with equal keys, they are less than the cell.
template <int shift, class L, std::size_t count>
HWY_INLINE View<L> LookAround(const L* cell, hn::Vec<hn::ScalableTag<L>> self, hn::Vec<hn::ScalableTag<L>> index,
                              const std::array<Neighbour, count>& neighbours) {
  const hn::ScalableTag<L> d;
  View<L> view{index, hn::Zero(d), hn::Zero(d)};
  auto best = self;
#pragma GCC unroll 8
  for (std::size_t k = 0; k < count; ++k) {
    const auto [offset, number, is_way] = neighbours[k];
    const auto key = hn::LoadU(d, cell + offset);
    const auto is_greater = k < count / 2 ? hn::Gt(key, self) : hn::Eq(hn::Max(key, self), key);
    view.greater = hn::Or(view.greater, hn::IfThenElseZero(is_greater, hn::Set(d, static_cast<L>(L{1} << number))));
    if (!is_way) continue;
    best = hn::Max(best, key);
    const auto is_best = hn::And(is_greater, hn::Eq(best, key));
    view.up = hn::IfThenElse(is_best, hn::Add(index, hn::Set(d, static_cast<L>(offset))), view.up);
    view.greatest = hn::IfThenElse(is_best, hn::Set(d, static_cast<L>(static_cast<L>(number) << shift)), view.greatest);
  }
  return view;
}

template <class L>
HWY_INLINE void StoreIndices(hn::Vec<hn::ScalableTag<L>> indices, std::uint16_t* to) {
  const hn::ScalableTag<L> d;
  const hn::Rebind<std::uint16_t, decltype(d)> narrow;
  if constexpr (sizeof(L) == 2)
    hn::StoreU(indices, d, to);
  else
    hn::StoreU(hn::TruncateTo(narrow, indices), narrow, to);
}

// Rules::neighbours lists the neighbours of a cell, Rules::ways the bits of those it may climb to. Rules::passes(view)
// selects the cells whose greater neighbours are not all connected; it may set bits that connect some of them.
template <class L, class Rules>
void ClimbRow(const L* keys, std::int64_t at, std::int64_t count, std::uint16_t* up, Heights<L>& heights) {
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  for (std::int64_t x = 0; x < count; x += lanes) {
    const auto self = hn::LoadU(d, keys + at + x);
    auto alive = hn::Ne(self, zero);
    if (count - x < lanes) alive = hn::And(alive, hn::FirstN(d, static_cast<std::size_t>(count - x)));
    if (hn::AllFalse(d, alive)) continue;
    const auto index = hn::Iota(d, static_cast<L>(at + x));
    View<L> view = LookAround<Rules::shift>(keys + at + x, self, index, Rules::neighbours);
    StoreIndices<L>(view.up, up + at + x);
    const auto is_peak = hn::And(alive, hn::Eq(view.up, index));
    if (!hn::AllFalse(d, is_peak))
      heights.peak_count +=
          static_cast<std::int64_t>(hn::CompressStore(index, is_peak, d, heights.peaks + heights.peak_count));
    const auto is_pass = hn::And(alive, Rules::Passes(view));
    if (hn::AllFalse(d, is_pass)) continue;
    hn::CompressStore(index, is_pass, d, heights.passes + heights.pass_count);
    heights.pass_count += static_cast<std::int64_t>(
        hn::CompressStore(hn::Or(view.greater, view.greatest), is_pass, d, heights.around + heights.pass_count));
  }
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
