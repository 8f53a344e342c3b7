#include "primitives/work_image.h"

#include "core/checked.h"

namespace preamar::primitives {

WorkImage::WorkImage(const Execution& on, const ImageType& type) {
  // Without `on.log`: the primitive itself logs its backend.
  const Backend& backend = backend_for({.device = on.device});
  if (!backend.reserve) {
    host_ = Image(type);
    view_ = host_;
    return;
  }
  const std::int64_t bytes = checked_product(type.shape.count(), size_of(type.dtype), "an image's bytes");
  view_ = ImageView(backend.reserve(on, bytes > 0 ? bytes : 1), type.dtype, type.shape,
                    dense_strides(type.dtype, type.shape), Location::device);
  release_ = backend.release;
}

}  // namespace preamar::primitives
