#include "backends/device/backend.h"
#include "backends/device/numbering.h"

namespace preamar::device {

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels) {
  if (image.shape().count() == 0) return 0;
  const Session session(on);
  const Input pixels(session, image);
  const Forest forest(session, "label", spec, image, pixels.memory());
  const Output out(session, labels);
  const std::string_view variant = numbering_variant(labels.dtype());
  const std::int64_t count = number_roots(session, forest, {}, variant, out.memory());
  spread_labels(session, forest, variant, out.memory());
  out.finish();
  return count;
}

}  // namespace preamar::device
