// map: each pixel of `out` from the same pixel of `image`.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

// What happens to a pixel: a closed list, so that every backend knows all of it.
enum class Pixel {
  copy,  // out = image
};

struct MapSpec {
  Pixel pixel;
};

// The images share their shape and dtype, have any strides and do not overlap.
inline void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const Image& out) {
  backend_for(on).map(on, spec, image, out);
}

}  // namespace preamar
