#include "backends/cpu/boundary_forest/climb.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/boundary_forest/climb_2.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/boundary_forest/climb-inl.h"

#include <hwy/highway.h>

#include <array>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Neighbours are numbered clockwise from the one above: sides are even, corners odd.
template <class L, int connectivity>
struct Rules2 {
  static constexpr int shift = 8, row = 1 << Frame2::row_shift;
  static constexpr bool corners = connectivity == 2;
  static constexpr std::array<Neighbour, 8> neighbours = {{{-row - 1, 7, corners},
                                                           {-row, 0, true},
                                                           {-row + 1, 1, corners},
                                                           {-1, 6, true},
                                                           {1, 2, true},
                                                           {row - 1, 5, corners},
                                                           {row, 4, true},
                                                           {row + 1, 3, corners}}};

  // The greater neighbours are connected if they form one run of the ring. Connectivity 2: two sides are connected even
  // if the corner between them is not greater, so that corner is set. Connectivity 1: a corner counts only if it
  // connects two greater sides.
  static HWY_INLINE hn::Mask<hn::ScalableTag<L>> Passes(View<L>& view) {
    const hn::ScalableTag<L> d;
    const auto ring = hn::Or(view.greater, hn::ShiftLeft<8>(view.greater));
    const auto sides = hn::And(ring, hn::Set(d, L{0x5555}));
    const auto between = hn::And(hn::And(hn::ShiftLeft<1>(sides), hn::ShiftRight<1>(sides)), hn::Set(d, L{0xAA}));
    if constexpr (corners)
      view.greater = hn::Or(view.greater, between);
    else
      view.greater = hn::And(view.greater, hn::Or(between, hn::Set(d, L{0x55})));
    const auto before = hn::Or(hn::ShiftLeft<1>(view.greater), hn::ShiftRight<7>(view.greater));
    const auto first = hn::AndNot(before, view.greater);
    return hn::Ne(hn::And(first, hn::Sub(first, hn::Set(d, L{1}))), hn::Zero(d));
  }
};

template <class L>
Climb<L> Climb2(int connectivity) {
  return connectivity == 1 ? ClimbRow<L, Rules2<L, 1>> : ClimbRow<L, Rules2<L, 2>>;
}

Climb<std::uint16_t> Climb2As16(int connectivity) { return Climb2<std::uint16_t>(connectivity); }
Climb<std::uint32_t> Climb2As32(int connectivity) { return Climb2<std::uint32_t>(connectivity); }
Climb<std::uint64_t> Climb2As64(int connectivity) { return Climb2<std::uint64_t>(connectivity); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Climb2As16);
HWY_EXPORT(Climb2As32);
HWY_EXPORT(Climb2As64);

template <>
Climb<std::uint16_t> climb_2(int connectivity) {
  return HWY_DYNAMIC_DISPATCH(Climb2As16)(connectivity);
}
template <>
Climb<std::uint32_t> climb_2(int connectivity) {
  return HWY_DYNAMIC_DISPATCH(Climb2As32)(connectivity);
}
template <>
Climb<std::uint64_t> climb_2(int connectivity) {
  return HWY_DYNAMIC_DISPATCH(Climb2As64)(connectivity);
}

}  // namespace preamar::cpu
#endif
