#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/flood/flood_16.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/flood/flood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

FloodFunctions<std::uint16_t> Flood16() { return FunctionsOf<std::uint16_t, 64>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Flood16);

template <>
FloodFunctions<std::uint16_t> flood_functions(int /*side*/) {
  return HWY_DYNAMIC_DISPATCH(Flood16)();
}

}  // namespace preamar::cpu
#endif
