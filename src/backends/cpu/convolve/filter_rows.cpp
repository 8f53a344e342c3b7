#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/convolve/filter_rows.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/convolve/filter_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

FilterRows<float> FilterRows32() { return FilterRowsOf<float>(); }
FilterRows<double> FilterRows64() { return FilterRowsOf<double>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(FilterRows32);
HWY_EXPORT(FilterRows64);

template <>
FilterRows<float> filter_rows() {
  return HWY_DYNAMIC_DISPATCH(FilterRows32)();
}
template <>
FilterRows<double> filter_rows() {
  return HWY_DYNAMIC_DISPATCH(FilterRows64)();
}

}  // namespace preamar::cpu
#endif
