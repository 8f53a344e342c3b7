#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/map/greater.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/past_cache-inl.h"
#include "backends/cpu/pixel_rows.h"
#include "core/dispatch.h"
#include "primitives/rules/pixels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;
namespace hn = hwy::HWY_NAMESPACE;

// A plain loop that the compiler vectorises for each instruction set. `to` may be `from`.
template <class T>
void Compare(const Pixels<T>& rule, const T* from, std::uint8_t* to, std::int64_t length) {
  const Pixels<T> same = rule;  // local copy: writes through `to` may alias it and would block vectorisation
#pragma GCC ivdep
  for (std::int64_t x = 0; x < length; ++x) to[x] = same.greater(from[x]);
}

template <class T>
void Greater(const void* any_rule, const void* any_from, std::uint8_t* to, std::int64_t length, Store store) {
  const auto& rule = *static_cast<const Pixels<T>*>(any_rule);
  const T* const from = static_cast<const T*>(any_from);
  if (store == Store::cached) return Compare(rule, from, to, length);
  auto* const bytes = reinterpret_cast<std::byte*>(to);
  WritePastCache(length, 1, bytes, [&](std::int64_t x, std::int64_t cells, std::byte* at) HWY_ATTR {
    Compare(rule, from + x, reinterpret_cast<std::uint8_t*>(at), cells);
  });
  hwy::FlushStream();  // before another thread reads
}

GreaterRow* GreaterOf(DType dtype) {
  return with_type(dtype, []<class T>(std::type_identity<T>) -> GreaterRow* { return Greater<T>; });
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(GreaterOf);

GreaterRow* greater_row(DType dtype) { return HWY_DYNAMIC_DISPATCH(GreaterOf)(dtype); }

}  // namespace preamar::cpu
#endif
