#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/stencil/stencil_rows.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/stencil/stencil-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

StencilFunctions<std::uint8_t> Stencil8() { return StencilFunctionsOf<std::uint8_t>(); }
StencilFunctions<std::uint16_t> Stencil16() { return StencilFunctionsOf<std::uint16_t>(); }
StencilFunctions<std::uint32_t> Stencil32() { return StencilFunctionsOf<std::uint32_t>(); }
StencilFunctions<std::uint64_t> Stencil64() { return StencilFunctionsOf<std::uint64_t>(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(Stencil8);
HWY_EXPORT(Stencil16);
HWY_EXPORT(Stencil32);
HWY_EXPORT(Stencil64);

template <>
StencilFunctions<std::uint8_t> stencil_functions() {
  return HWY_DYNAMIC_DISPATCH(Stencil8)();
}
template <>
StencilFunctions<std::uint16_t> stencil_functions() {
  return HWY_DYNAMIC_DISPATCH(Stencil16)();
}
template <>
StencilFunctions<std::uint32_t> stencil_functions() {
  return HWY_DYNAMIC_DISPATCH(Stencil32)();
}
template <>
StencilFunctions<std::uint64_t> stencil_functions() {
  return HWY_DYNAMIC_DISPATCH(Stencil64)();
}

}  // namespace preamar::cpu
#endif
