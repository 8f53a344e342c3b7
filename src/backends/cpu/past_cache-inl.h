// Writes rows with non-temporal stores, for results that are not read soon.
#if defined(PREAMAR_PAST_CACHE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_PAST_CACHE_INL
#undef PREAMAR_PAST_CACHE_INL
#else
#define PREAMAR_PAST_CACHE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Copies complete cache lines; both addresses are aligned to lines.
HWY_INLINE void StreamLines(const std::byte* from, std::int64_t bytes, std::byte* to) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto* const source = reinterpret_cast<const std::uint8_t*>(from);
  for (std::int64_t i = 0; i < bytes; i += static_cast<std::int64_t>(hn::Lanes(d)))
    hn::Stream(hn::Load(d, source + i), d, reinterpret_cast<std::uint8_t*>(to) + i);
}

// Calls write(x, cells, at) for parts of a row of `count` cells of `size` bytes at `to`; it writes the cells from x on
// to `at`. Complete cache lines go through a buffer in the L1 cache; the ends of the row are written directly.
// hwy::FlushStream() makes them visible to other threads.
template <class Write>
HWY_INLINE void WritePastCache(std::int64_t count, std::int64_t size, std::byte* to, const Write& write) {
  constexpr std::int64_t line = 64;
  const auto place = reinterpret_cast<std::uintptr_t>(to);
  if (place % static_cast<std::uintptr_t>(size) != 0) return write(0, count, to);  // no cell starts at a cache line
  alignas(line) std::byte lines[32 * line];
  std::int64_t x = std::min(count, static_cast<std::int64_t>(-place % line) / size);
  write(0, x, to);
  while ((count - x) * size >= line) {
    const std::int64_t bytes = std::min<std::int64_t>((count - x) * size / line * line, sizeof lines);
    write(x, bytes / size, lines);
    StreamLines(lines, bytes, to + x * size);
    x += bytes / size;
  }
  write(x, count - x, to + x * size);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
