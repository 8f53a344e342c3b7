#include "skeletons/map.h"

#include "backends/device/backend.h"
#include "backends/device/refusal.h"
#include "backends/device/session.h"

namespace preamar::device {

void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage&, const Image& out) {
  const Session session(on);
  if (spec.pixel == Pixel::copy) return copy(session, image, out);
  refuse(on, "map", image.dtype());
}

}  // namespace preamar::device
