#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/distance_transform/line_passes_64.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/distance_transform/line_passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

LineFunctions<std::uint64_t> Lines64() { return LineFunctionsOf<std::uint64_t>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Lines64);

template <>
LineFunctions<std::uint64_t> line_functions() {
  return HWY_DYNAMIC_DISPATCH(Lines64)();
}

}  // namespace preamar::cpu
#endif
