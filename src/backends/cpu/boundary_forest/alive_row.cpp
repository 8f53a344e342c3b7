#include "backends/cpu/boundary_forest/climb.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/boundary_forest/alive_row.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/keys-inl.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, class L>
void Alive(const Keys<T>& keys, bool keeps_full, const T* level, const T* limit, std::int64_t count, L* to) {
  const hn::ScalableTag<L> wide;
  const hn::Rebind<T, decltype(wide)> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto some = [&](const T* levels, const T* limits, L* at) HWY_ATTR {
    auto key = KeyFromBits(d, hn::LoadU(d, limits), keys);
    if (!keeps_full) key = hn::IfThenElseZero(hn::Lt(KeyFromBits(d, hn::LoadU(d, levels), keys), key), key);
    if constexpr (sizeof(T) == sizeof(L))
      hn::StoreU(key, wide, at);
    else
      hn::StoreU(hn::PromoteTo(wide, key), wide, at);
  };
  std::int64_t x = 0;
  for (; x + lanes <= count; x += lanes) some(level + x, limit + x, to + x);
  const std::int64_t rest = std::min(count - x, lanes - 1);
  if (rest <= 0) return;
  T levels[hn::MaxLanes(d)] = {}, limits[hn::MaxLanes(d)] = {};
  std::copy_n(level + x, rest, levels);
  std::copy_n(limit + x, rest, limits);
  some(levels, limits, to + x);
  std::fill_n(to + x + rest, lanes - rest, L{0});
}

AliveRow<std::uint8_t, std::uint16_t> Alive8As16() { return Alive<std::uint8_t, std::uint16_t>; }
AliveRow<std::uint8_t, std::uint32_t> Alive8As32() { return Alive<std::uint8_t, std::uint32_t>; }
AliveRow<std::uint16_t, std::uint16_t> Alive16As16() { return Alive<std::uint16_t, std::uint16_t>; }
AliveRow<std::uint16_t, std::uint32_t> Alive16As32() { return Alive<std::uint16_t, std::uint32_t>; }
AliveRow<std::uint32_t, std::uint32_t> Alive32As32() { return Alive<std::uint32_t, std::uint32_t>; }
AliveRow<std::uint64_t, std::uint64_t> Alive64As64() { return Alive<std::uint64_t, std::uint64_t>; }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Alive8As16);
HWY_EXPORT(Alive8As32);
HWY_EXPORT(Alive16As16);
HWY_EXPORT(Alive16As32);
HWY_EXPORT(Alive32As32);
HWY_EXPORT(Alive64As64);

template <>
AliveRow<std::uint8_t, std::uint16_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive8As16)();
}
template <>
AliveRow<std::uint8_t, std::uint32_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive8As32)();
}
template <>
AliveRow<std::uint16_t, std::uint16_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive16As16)();
}
template <>
AliveRow<std::uint16_t, std::uint32_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive16As32)();
}
template <>
AliveRow<std::uint32_t, std::uint32_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive32As32)();
}
template <>
AliveRow<std::uint64_t, std::uint64_t> alive_row() {
  return HWY_DYNAMIC_DISPATCH(Alive64As64)();
}

}  // namespace preamar::cpu
#endif
