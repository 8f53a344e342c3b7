// An oracle for flat morphology: a direct search of each neighbourhood.
#pragma once

#include <preamar/dilate.h>

#include "core/dispatch.h"
#include "tools/images.h"
#include "tools/unary.h"

#include <algorithm>

namespace preamar::test {

// The maximum (`sign` 1) or minimum (-1) around each pixel of a dense image; zeros lose their sign.
inline Image around(ConstImageView image, const FlatOptions& options, int sign) {
  Image result(image.type());
  std::int64_t extent[3] = {1, 1, 1};
  for (int axis = 0; axis < image.rank(); ++axis) extent[axis + 3 - image.rank()] = image.shape()[axis];
  const std::int64_t r = options.radius;
  const auto in_reach = [&](std::int64_t dz, std::int64_t dy, std::int64_t dx) {
    return options.shape == FlatShape::box || dz * dz + dy * dy + dx * dx <= r * r;
  };
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const cells = static_cast<const T*>(image.data());
    T* out = static_cast<T*>(result.data());
    for (std::int64_t z = 0; z < extent[0]; ++z)
      for (std::int64_t y = 0; y < extent[1]; ++y)
        for (std::int64_t x = 0; x < extent[2]; ++x) {
          T best = cells[(z * extent[1] + y) * extent[2] + x];
          for (std::int64_t nz = std::max<std::int64_t>(0, z - r); nz <= std::min(z + r, extent[0] - 1); ++nz)
            for (std::int64_t ny = std::max<std::int64_t>(0, y - r); ny <= std::min(y + r, extent[1] - 1); ++ny)
              for (std::int64_t nx = std::max<std::int64_t>(0, x - r); nx <= std::min(x + r, extent[2] - 1); ++nx) {
                const T here = cells[(nz * extent[1] + ny) * extent[2] + nx];
                if (in_reach(nz - z, ny - y, nx - x) && (sign > 0 ? here > best : here < best)) best = here;
              }
          *out++ = best == 0 ? T{0} : best;
        }
  });
  return result;
}

// The shapes and radii that tests choose from; radii are limited where the search would take long.
inline constexpr int flat_variants = 12;
inline FlatOptions flat_variant(const UnaryCase& c) {
  constexpr std::int64_t radii[] = {0, 1, 2, 3, 5, 9};
  const bool is_large = c.scene.shape.count() > 3000, is_volume = c.scene.shape.rank() == 3;
  const std::int64_t most = is_large ? (is_volume ? 1 : 3) : 9;
  return {.radius = std::min(radii[c.variant / 2 % 6], most),
          .shape = c.variant % 2 == 0 ? FlatShape::box
                   : is_volume        ? FlatShape::ball
                                      : FlatShape::disk};
}

}  // namespace preamar::test
