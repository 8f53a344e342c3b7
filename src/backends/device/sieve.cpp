#include "backends/device/backend.h"
#include "backends/device/facts.h"

namespace preamar::device {

void sieve(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
           const Image& out) {
  if (image.shape().count() == 0) return;
  const Session session(on);
  const Input pixels(session, image);
  const Forest forest(session, "sieve", spec.components, image, pixels.memory());
  const Scratch facts = count_facts(session, spec, Faces::all(), forest, image, marks);
  judge(session, spec, forest, facts.memory());
  const Output sifted(session, out);
  sift(session, spec, forest, facts.memory(), image.dtype(), pixels.memory(), sifted.memory());
  sifted.finish();
}

}  // namespace preamar::device
