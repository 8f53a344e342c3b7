// Markers on the edge of an image.
#pragma once

#include <preamar/reconstruct.h>

#include "core/dispatch.h"
#include "tools/images.h"

#include <limits>

namespace preamar::test {

inline bool on_edge(const Shape& shape, std::int64_t index) {
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    const std::int64_t at = index % shape[axis];
    if (at == 0 || at == shape[axis] - 1) return true;
    index /= shape[axis];
  }
  return false;
}

// A dense image on its edge; inside, values that give no water.
inline Image edge_marker(ConstImageView image, Method method) {
  Image marker = dense_copy(image);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    using Limits = std::numeric_limits<T>;
    const T low = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
    const T high = Limits::has_infinity ? Limits::infinity() : Limits::max();
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      if (!on_edge(image.shape(), i)) static_cast<T*>(marker.data())[i] = method == Method::erosion ? high : low;
  });
  return marker;
}

}  // namespace preamar::test
