#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/edge_thinning/edge_rows_32.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/edge_thinning/edge_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

EdgeRows<float> EdgeRows32(Thinning thinning, int rank) { return EdgeRowsOf<float>(thinning, rank); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(EdgeRows32);

template <>
EdgeRows<float> edge_rows(Thinning thinning, int rank) {
  return HWY_DYNAMIC_DISPATCH(EdgeRows32)(thinning, rank);
}

}  // namespace preamar::cpu
#endif
