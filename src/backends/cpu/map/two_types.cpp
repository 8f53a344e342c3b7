#include "backends/cpu/map/map_loops.h"
#include "core/dispatch.h"
#include "primitives/map.h"
#include "primitives/rules/convert.h"

namespace preamar::cpu {
using namespace primitives;

// Pixels are copied, so only their width matters. 0 needs no blend of two vectors.
void keep(const Execution& on, std::uint64_t elsewhere, ConstImageView image, ConstImageView other, ImageView out) {
  with_bits(image.dtype(), [&]<class T>(std::type_identity<T>) {
    with_bits(other.dtype(), [&]<class Other>(std::type_identity<Other>) {
      const auto fill = static_cast<T>(elsewhere);
      if (fill == 0)
        from_two<T, Other>(on, image, other, out, [](T x, Other y) { return y != 0 ? x : T{0}; });
      else
        from_two<T, Other>(on, image, other, out, [=](T x, Other y) { return y != 0 ? x : fill; });
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
