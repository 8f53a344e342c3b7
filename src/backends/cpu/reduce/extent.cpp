#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/reduce/extent.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/pixel_rows.h"
#include "core/dispatch.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class ExtentOf {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;

  struct Part {
    V least, most;
    M nan;

    HWY_INLINE void Fold(const T* from) {
      const V values = hn::LoadU(D(), from);
      least = hn::Min(least, values);
      most = hn::Max(most, values);
      if constexpr (std::is_floating_point_v<T>) nan = hn::Or(nan, hn::IsNaN(values));
    }
    HWY_INLINE void Fold(const Part& other) {
      least = hn::Min(least, other.least);
      most = hn::Max(most, other.most);
      nan = hn::Or(nan, other.nan);
    }
  };

 public:
  // Four independent parts, to overlap latencies.
  static bool Fold(const void* row, std::int64_t length, void* extent) {
    const D d;
    const T* const from = static_cast<const T*>(row);
    T* const ends = static_cast<T*>(extent);
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    Part a{hn::Set(d, ends[0]), hn::Set(d, ends[1]), hn::Ne(hn::Zero(d), hn::Zero(d))}, b = a, c = a, e = a;
    std::int64_t x = 0;
    for (; x + 4 * n <= length; x += 4 * n) {
      a.Fold(from + x);
      b.Fold(from + x + n);
      c.Fold(from + x + 2 * n);
      e.Fold(from + x + 3 * n);
    }
    for (; x + n <= length; x += n) a.Fold(from + x);
    a.Fold(b);
    c.Fold(e);
    a.Fold(c);
    HWY_ALIGN T least[HWY_MAX_BYTES / sizeof(T)], most[HWY_MAX_BYTES / sizeof(T)];
    hn::Store(a.least, d, least);
    hn::Store(a.most, d, most);
    bool has_nan = !hn::AllFalse(d, a.nan);
    ends[0] = *std::min_element(least, least + n);
    ends[1] = *std::max_element(most, most + n);
    for (; x < length; ++x) {
      ends[0] = std::min(ends[0], from[x]);
      ends[1] = std::max(ends[1], from[x]);
      has_nan |= from[x] != from[x];
    }
    return has_nan;
  }
};

ExtentRow* ExtentRowOf(DType dtype) {
  return with_type(dtype, []<class T>(std::type_identity<T>) -> ExtentRow* { return ExtentOf<T>::Fold; });
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(ExtentRowOf);

ExtentRow* extent_row(DType dtype) { return HWY_DYNAMIC_DISPATCH(ExtentRowOf)(dtype); }

}  // namespace preamar::cpu
#endif
