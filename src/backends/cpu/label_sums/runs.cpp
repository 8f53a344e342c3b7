#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/label_sums/runs.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/label_sums/runs.h"
#include "backends/cpu/mask_bits-inl.h"

#include <hwy/highway.h>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, int rows>
std::int64_t Ends(const std::byte* const* bytes, std::int64_t length, std::int64_t* ends) {
  if (length == 0) return 0;
  const T* cells[rows];
  for (int r = 0; r < rows; ++r) cells[r] = reinterpret_cast<const T*>(bytes[r]);
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t count = 0, x = 1;
  for (; x + lanes <= length; x += lanes) {
    auto changed = hn::Ne(hn::LoadU(d, cells[0] + x - 1), hn::LoadU(d, cells[0] + x));
    for (int r = 1; r < rows; ++r)
      changed = hn::Or(changed, hn::Ne(hn::LoadU(d, cells[r] + x - 1), hn::LoadU(d, cells[r] + x)));
    if (hn::AllFalse(d, changed)) continue;
    for (std::uint64_t rest = BitsOf(d, changed); rest != 0; rest &= rest - 1)
      ends[count++] = x + std::countr_zero(rest);
  }
  for (; x < length; ++x) {
    bool changed = false;
    for (int r = 0; r < rows; ++r) changed |= cells[r][x] != cells[r][x - 1];
    if (changed) ends[count++] = x;
  }
  ends[count++] = length;
  return count;
}

template <int rows>
RunEnds EndsOfRows(std::int64_t cell_bytes) {
  switch (cell_bytes) {
    case 1:
      return Ends<std::uint8_t, rows>;
    case 2:
      return Ends<std::uint16_t, rows>;
    case 4:
      return Ends<std::uint32_t, rows>;
    default:
      return Ends<std::uint64_t, rows>;
  }
}

RunEnds RunEndsOf(std::int64_t cell_bytes, int rows) {
  return rows == 1 ? EndsOfRows<1>(cell_bytes) : EndsOfRows<5>(cell_bytes);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(RunEndsOf);

RunEnds run_ends(std::int64_t cell_bytes, int rows) { return HWY_DYNAMIC_DISPATCH(RunEndsOf)(cell_bytes, rows); }

}  // namespace preamar::cpu
#endif
