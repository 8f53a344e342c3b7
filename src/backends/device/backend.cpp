#include "backends/device/backend.h"

#include "backends/device/device_addresses.h"
#include "backends/device/device_call.h"
#include "backends/device/refusal.h"
#include "primitives/boundary_forest.h"
#include "primitives/label_sums.h"
#include "primitives/outlines.h"
#include "primitives/watershed_block.h"

namespace preamar::device {

// Primitives that no device implements.
std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec&, ConstImageView,
                                          ConstImageView) {
  refuse(on, "boundary_forest");
}
LabelSums label_sums(const Execution& on, const LabelSumsSpec&, ConstImageView, const std::optional<ConstImageView>&) {
  refuse(on, "label_sums");
}
void outlines(const Execution& on, const OutlinesSpec&, ConstImageView, const std::function<void(Bytes)>&) {
  refuse(on, "outlines");
}
void renumber(const Execution& on, std::span<const std::uint64_t>, ConstImageView, ImageView) {
  refuse(on, "renumber");
}
void row_function(const Execution& on, const RowFunctionSpec&, ConstImageView, const std::optional<ImageView>&) {
  refuse(on, "row_function");
}
void watershed(const Execution& on, const WatershedSpec&, ConstImageView, const std::optional<ConstImageView>&,
               ImageView) {
  refuse(on, "watershed");
}
void watershed_block(const Execution& on, const WatershedSpec&, const WatershedBlock&, const KnownLabels&, ImageView) {
  refuse(on, "watershed_block");
}
WatershedForest watershed_forest(const Execution& on, const WatershedSpec&, const WatershedBlock&) {
  refuse(on, "watershed_forest");
}

namespace {

void* reserve_for(const Execution& on, std::int64_t bytes) { return reserve(DeviceCall(on).device(), bytes); }
void release_address(void* address) noexcept { release(address); }
bool holds_address(const void* address) { return find(address).has_value(); }

}  // namespace

const Backend& backend() {
  static constexpr Backend table = {
      .name = "device" PREAMAR_PRIMITIVES(PREAMAR_TABLE_PRIMITIVE),
      .reserve = reserve_for,
      .release = release_address,
      .holds = holds_address,
  };
  return table;
}

}  // namespace preamar::device
