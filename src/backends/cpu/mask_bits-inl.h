// The masks of vectors as bits of a word; bit i is lane i.
#if defined(PREAMAR_MASK_BITS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_MASK_BITS_INL
#undef PREAMAR_MASK_BITS_INL
#else
#define PREAMAR_MASK_BITS_INL
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class M>
HWY_INLINE std::uint64_t BitsOf(D d, M mask) {
  static_assert(hn::MaxLanes(D()) <= 64);
  std::conditional_t<(hn::MaxLanes(D()) > 32), std::uint64_t, std::uint32_t> bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  // Moves the mask register at its own width: with the wider word, GCC 12 spills 32 bits across a call (of the thread
  // sanitizer) and reads 64 back.
  asm("" : "+r"(bits));
  return bits;
}

template <class D>
HWY_INLINE hn::Mask<D> MaskOf(D d, std::uint64_t bits) {
  return hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits));
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
