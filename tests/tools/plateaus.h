// An oracle for regional extrema: visits each plateau once and examines its neighbours.
#pragma once

#include "core/dispatch.h"
#include "tools/images.h"

#include <array>
#include <vector>

namespace preamar::test {

// `sign` 1 for maxima, -1 for minima; a dense image of any dtype.
inline Image plateau_oracle(ConstImageView image, int connectivity, int sign) {
  Image result(DType::boolean, image.shape());
  auto* const out = static_cast<std::uint8_t*>(result.data());
  std::array<std::int64_t, 3> extent{1, 1, 1};
  for (int axis = 0; axis < image.rank(); ++axis)
    extent[static_cast<std::size_t>(axis + 3 - image.rank())] = image.shape()[axis];
  const std::int64_t count = extent[0] * extent[1] * extent[2];
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const cells = static_cast<const T*>(image.data());
    std::vector<bool> seen(static_cast<std::size_t>(count));
    for (std::int64_t first = 0; first < count; ++first) {
      if (seen[static_cast<std::size_t>(first)]) continue;
      std::vector<std::int64_t> plateau{first};
      seen[static_cast<std::size_t>(first)] = true;
      bool is_extremum = true;
      for (std::size_t next = 0; next < plateau.size(); ++next) {
        const std::int64_t i = plateau[next];
        const std::int64_t z = i / (extent[1] * extent[2]), y = i / extent[2] % extent[1], x = i % extent[2];
        for (std::int64_t nz = std::max<std::int64_t>(0, z - 1); nz <= std::min(z + 1, extent[0] - 1); ++nz)
          for (std::int64_t ny = std::max<std::int64_t>(0, y - 1); ny <= std::min(y + 1, extent[1] - 1); ++ny)
            for (std::int64_t nx = std::max<std::int64_t>(0, x - 1); nx <= std::min(x + 1, extent[2] - 1); ++nx) {
              if ((nz != z) + (ny != y) + (nx != x) > connectivity) continue;
              const std::int64_t n = (nz * extent[1] + ny) * extent[2] + nx;
              if (cells[n] == cells[i] && !seen[static_cast<std::size_t>(n)]) {
                seen[static_cast<std::size_t>(n)] = true;
                plateau.push_back(n);
              }
              if (sign > 0 ? cells[n] > cells[i] : cells[n] < cells[i]) is_extremum = false;
            }
      }
      for (const std::int64_t i : plateau) out[i] = is_extremum;
    }
  });
  return result;
}

}  // namespace preamar::test
