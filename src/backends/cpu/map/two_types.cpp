#include "backends/cpu/map/map_loops.h"
#include "core/dispatch.h"
#include "primitives/map.h"
#include "primitives/rules/convert.h"
#include "primitives/rules/pixels.h"

namespace preamar::cpu {
using namespace primitives;

// Pixels are copied or cleared, so only their width matters.
void keep(const Execution& on, ConstImageView image, ConstImageView other, ImageView out) {
  with_bits(image.dtype(), [&]<class T>(std::type_identity<T>) {
    with_bits(other.dtype(), [&]<class Other>(std::type_identity<Other>) {
      from_two<T, Other>(on, image, other, out, [](T x, Other y) { return Pixels<T>::keep(x, y); });
    });
  });
}

void convert(const Execution& on, ConstImageView image, ImageView out) {
  with_type(image.dtype(), [&]<class From>(std::type_identity<From>) {
    with_type(out.dtype(), [&]<class To>(std::type_identity<To>) {
      from_one<From>(on, image, out, [rule = Convert<To>(out.dtype())](From x) { return rule(x); });
    });
  });
}

}  // namespace preamar::cpu
