#include "backends/device/backend.h"
#include "backends/device/component_counts.h"

namespace preamar::device {

void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                       const std::optional<ConstImageView>& marks, ImageView out) {
  if (image.shape().count() == 0) return;
  const DeviceCall call(on);
  const Input pixels(call, image);
  const Forest forest(call, "filter_components", spec.components, image, pixels.memory());
  const Scratch counts = count_component_cells(call, spec, Faces::all(), forest, image, marks);
  judge(call, spec, forest, counts.memory());
  const Output sifted(call, out);
  sift(call, spec, forest, counts.memory(), image.dtype(), pixels.memory(), sifted.memory());
  sifted.finish();
}

}  // namespace preamar::device
