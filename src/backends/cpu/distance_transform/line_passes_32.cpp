#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/distance_transform/line_passes_32.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/distance_transform/line_passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

LineFunctions<std::uint32_t> Lines32() { return LineFunctionsOf<std::uint32_t>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Lines32);

template <>
LineFunctions<std::uint32_t> line_functions() {
  return HWY_DYNAMIC_DISPATCH(Lines32)();
}

}  // namespace preamar::cpu
#endif
