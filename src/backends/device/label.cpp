#include "backends/device/backend.h"
#include "backends/device/numbering.h"

namespace preamar::device {

std::int64_t label(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels) {
  if (image.shape().count() == 0) return 0;
  const DeviceCall call(on);
  const Input pixels(call, image);
  const Forest forest(call, "label", spec, image, pixels.memory());
  const Output out(call, labels);
  const std::string_view variant = numbering_variant(labels.dtype());
  const std::int64_t count = number_roots(call, forest, {}, variant, out.memory());
  spread_labels(call, forest, variant, out.memory());
  out.finish();
  return count;
}

}  // namespace preamar::device
