#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/edge_thinning/edge_rows_64.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/edge_thinning/edge_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

EdgeRows<double> EdgeRows64(Thinning thinning, int rank) { return EdgeRowsOf<double>(thinning, rank); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(EdgeRows64);

template <>
EdgeRows<double> edge_rows(Thinning thinning, int rank) {
  return HWY_DYNAMIC_DISPATCH(EdgeRows64)(thinning, rank);
}

}  // namespace preamar::cpu
#endif
