#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/flood/flood_32.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/flood/flood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

FloodFunctions<std::uint32_t> Flood32(int side) {
  if (side <= 32) return FunctionsOf<std::uint32_t, 32>();
  return FunctionsOf<std::uint32_t, 64>();
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Flood32);

template <>
FloodFunctions<std::uint32_t> flood_functions(int side) {
  return HWY_DYNAMIC_DISPATCH(Flood32)(side);
}

}  // namespace preamar::cpu
#endif
