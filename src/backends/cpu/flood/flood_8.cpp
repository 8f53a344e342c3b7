#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/flood/flood_8.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/flood/flood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

FloodFunctions<std::uint8_t> Flood8(int side) {
  if (side <= 64) return FunctionsOf<std::uint8_t, 64>();
  return FunctionsOf<std::uint8_t, 128>();
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Flood8);

template <>
FloodFunctions<std::uint8_t> flood_functions(int side) {
  return HWY_DYNAMIC_DISPATCH(Flood8)(side);
}

}  // namespace preamar::cpu
#endif
