#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/flood/flood_64.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/flood/flood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

FloodFunctions<std::uint64_t> Flood64() { return FunctionsOf<std::uint64_t, 32>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Flood64);

template <>
FloodFunctions<std::uint64_t> flood_functions(int /*side*/) {
  return HWY_DYNAMIC_DISPATCH(Flood64)();
}

}  // namespace preamar::cpu
#endif
