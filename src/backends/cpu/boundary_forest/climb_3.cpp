#include "backends/cpu/boundary_forest/climb.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/boundary_forest/climb_3.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/boundary_forest/climb-inl.h"
#include "backends/cpu/boundary_forest/cube.h"

#include <hwy/highway.h>

#include <array>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int connectivity>
constexpr std::array<Neighbour, cube_cells - 1> CubeNeighbours() {
  std::array<Neighbour, cube_cells - 1> neighbours{};
  std::size_t count = 0;
  for (int cell = 0; cell < cube_cells; ++cell) {
    const int z = cell / 9 - 1, y = cell / 3 % 3 - 1, x = cell % 3 - 1;
    const int offset = z * (1 << Frame3::plane_shift) + y * (1 << Frame3::row_shift) + x;
    if (cell != cube_middle) neighbours[count++] = {offset, cell, cube_moves(cell, cube_middle) <= connectivity};
  }
  return neighbours;
}

template <class L, int connectivity>
struct Rules3 {
  using D = hn::ScalableTag<L>;
  using V = hn::Vec<D>;
  static constexpr int shift = cube_cells;
  static constexpr std::array<Neighbour, cube_cells - 1> neighbours = CubeNeighbours<connectivity>();

  // The cells and their neighbours along one axis. A step along it is `distance` bits; `first` are the cells without a
  // predecessor.
  template <int distance>
  static HWY_INLINE V Widened(V cells, L first) {
    const D d;
    const auto after = hn::AndNot(hn::Set(d, first), hn::ShiftLeft<distance>(cells));
    const auto before = hn::AndNot(hn::Set(d, static_cast<L>(first << 2 * distance)), hn::ShiftRight<distance>(cells));
    return hn::Or(cells, hn::Or(after, before));
  }
  static HWY_INLINE V AlongX(V cells) { return Widened<1>(cells, L{0b001001001001001001001001001}); }
  static HWY_INLINE V AlongY(V cells) { return Widened<3>(cells, L{0b000000111000000111000000111}); }
  static HWY_INLINE V AlongZ(V cells) { return Widened<9>(cells, L{0b000000000000000000111111111}); }

  static HWY_INLINE V WithNeighbours(V cells) {
    if constexpr (connectivity == 3) return AlongZ(AlongY(AlongX(cells)));
    const V x = AlongX(cells), y = AlongY(cells);
    if constexpr (connectivity == 1) return hn::Or(hn::Or(x, y), AlongZ(cells));
    return hn::Or(hn::Or(AlongY(x), AlongZ(x)), AlongZ(y));
  }

  // Marks what the largest neighbour reaches in three steps. If more steps are needed, a few cells are listed as
  // passes that are none, which is harmless.
  static HWY_INLINE hn::Mask<D> Passes(View<L>& view) {
    const D d;
    V reached = hn::Shl(hn::Set(d, L{1}), hn::ShiftRight<shift>(view.greatest));
    for (int step = 0; step < 3; ++step) reached = hn::And(WithNeighbours(reached), view.greater);
    const auto ways = hn::And(view.greater, hn::Set(d, L{cube_neighbours(cube_middle, connectivity)}));
    return hn::Ne(hn::AndNot(reached, ways), hn::Zero(d));
  }
};

template <class L>
Climb<L> Climb3(int connectivity) {
  return connectivity == 1   ? ClimbRow<L, Rules3<L, 1>>
         : connectivity == 2 ? ClimbRow<L, Rules3<L, 2>>
                             : ClimbRow<L, Rules3<L, 3>>;
}

Climb<std::uint32_t> Climb3As32(int connectivity) { return Climb3<std::uint32_t>(connectivity); }
Climb<std::uint64_t> Climb3As64(int connectivity) { return Climb3<std::uint64_t>(connectivity); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Climb3As32);
HWY_EXPORT(Climb3As64);

template <>
Climb<std::uint32_t> climb_3(int connectivity) {
  return HWY_DYNAMIC_DISPATCH(Climb3As32)(connectivity);
}
template <>
Climb<std::uint64_t> climb_3(int connectivity) {
  return HWY_DYNAMIC_DISPATCH(Climb3As64)(connectivity);
}

}  // namespace preamar::cpu
#endif
