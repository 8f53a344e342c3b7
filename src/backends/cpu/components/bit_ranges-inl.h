// Ranges of bits in an array of words.
#if defined(PREAMAR_BIT_RANGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_BIT_RANGES_INL
#undef PREAMAR_BIT_RANGES_INL
#else
#define PREAMAR_BIT_RANGES_INL
#endif

#include "backends/cpu/components/row_bits.h"

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Calls each(word index, mask) for the words that contain bits `begin` to `end`.
template <class Each>
void for_each_word(std::int64_t begin, std::int64_t end, const Each& each) {
  for (std::int64_t w = begin / 64; w * 64 < end; ++w) {
    Word mask = ~Word{0};
    if (w * 64 < begin) mask &= ~Word{0} << (begin - w * 64);
    if (end < (w + 1) * 64) mask &= (Word{1} << (end - w * 64)) - 1;
    each(w, mask);
  }
}

[[nodiscard]] inline bool holds_bit(const Word* words, std::int64_t at) {
  return (words[at / 64] >> (at % 64) & 1) != 0;
}

[[nodiscard]] inline std::int64_t count_bits(const Word* words, std::int64_t begin, std::int64_t end) {
  std::int64_t count = 0;
  for_each_word(begin, end, [&](std::int64_t w, Word mask) { count += std::popcount(words[w] & mask); });
  return count;
}

// The first set bit from `begin` on; one must exist.
[[nodiscard]] inline std::int64_t first_bit(const Word* words, std::int64_t begin) {
  std::int64_t w = begin / 64;
  Word rest = words[w] & (~Word{0} << (begin % 64));
  while (rest == 0) rest = words[++w];
  return w * 64 + std::countr_zero(rest);
}

inline void set_bits(Word* words, std::int64_t begin, std::int64_t end) {
  for_each_word(begin, end, [&](std::int64_t w, Word mask) { words[w] |= mask; });
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
