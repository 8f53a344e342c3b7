// Transposes a square of cells by 128-bit blocks: interleaves inside the blocks, then stores each block at its mirrored
// position. Included once per instruction set.
#if defined(PREAMAR_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_TRANSPOSE_INL
#undef PREAMAR_TRANSPOSE_INL
#else
#define PREAMAR_TRANSPOSE_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
// Stores block b of `v` at to + b * step.
template <class D>
HWY_INLINE void StoreBlocks(D d, hn::Vec<D> v, hn::TFromD<D>* HWY_RESTRICT to, std::size_t step) {
  if constexpr (hn::MaxLanes(d) * sizeof(hn::TFromD<D>) > 16) {
    const hn::Half<D> half;
    constexpr std::size_t blocks = hn::MaxLanes(half) * sizeof(hn::TFromD<D>) / 16;
    StoreBlocks(half, hn::LowerHalf(half, v), to, step);
    StoreBlocks(half, hn::UpperHalf(half, v), to + blocks * step, step);
  } else {
    hn::Store(v, d, to);
  }
}

// One perfect shuffle of the cells of `rows`, in sequence, inside each block: interleaves the first half of the rows
// with the second. It rotates the bits of a cell's index by one. Repeated once per bit of a row's index, it transposes
// each block.
template <class D, std::size_t Rows>
HWY_INLINE void Shuffle(D d, hn::Vec<D> (&rows)[Rows]) {
  hn::Vec<D> next[Rows];
  for (std::size_t i = 0; i < Rows / 2; ++i) {
    next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + Rows / 2]);
    next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + Rows / 2]);
  }
  for (std::size_t i = 0; i < Rows; ++i) rows[i] = next[i];
}
#endif

// to[x][y] = from[y][x] for a square with sides of `Side` cells; both are aligned and contiguous.
template <int Side, class T>
HWY_NOINLINE void Transpose(const T* HWY_RESTRICT from, T* HWY_RESTRICT to) {
#if HWY_TARGET == HWY_SCALAR
  for (int y = 0; y < Side; ++y)
    for (int x = 0; x < Side; ++x) to[x * Side + y] = from[y * Side + x];
#else
  const hn::CappedTag<T, Side> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  constexpr std::size_t rows = 16 / sizeof(T);  // a block is this many cells wide
  for (std::size_t y = 0; y < Side; y += rows)
    for (std::size_t x = 0; x < Side; x += lanes) {
      hn::Vec<decltype(d)> group[rows];
      for (std::size_t i = 0; i < rows; ++i) group[i] = hn::Load(d, from + (y + i) * Side + x);
      for (std::size_t stage = 1; stage < rows; stage *= 2) Shuffle(d, group);
      for (std::size_t i = 0; i < rows; ++i) StoreBlocks(d, group[i], to + (x + i) * Side + y, rows * Side);
    }
#endif
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
