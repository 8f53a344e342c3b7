// What the tests of colour files share.
#pragma once

#include "io/open.h"
#include "support.h"
#include "tools/cases.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace preamar::test {

inline std::vector<std::uint8_t> random_bytes(std::size_t count, Random& random) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  return bytes;
}

// Sample `index` of interleaved pixels, each of one or two bytes.
inline Image sample_of(const std::vector<std::uint8_t>& pixels, const Shape& shape, int bits, int samples, int index) {
  const int size = bits > 8 ? 2 : 1;
  Image image(size == 2 ? DType::uint16 : DType::uint8, shape);
  for (std::int64_t i = 0; i < image.shape().count(); ++i)
    std::memcpy(static_cast<std::uint8_t*>(image.data()) + i * size, pixels.data() + (i * samples + index) * size,
                static_cast<std::size_t>(size));
  return image;
}

// A random region is as in the whole image.
inline void expect_region(const fs::path& file, const ReadOptions& options, Random& random) {
  const auto source = io::open_source(file, options);
  const Image whole = read_image(file, options);
  const ConstImageView all = whole;
  std::int64_t origin[max_rank] = {}, extents[max_rank] = {}, offset = 0;
  for (int axis = 0; axis < all.rank(); ++axis) {
    origin[axis] = random.below(all.shape()[axis]);
    extents[axis] = 1 + random.below(all.shape()[axis] - origin[axis]);
    offset += origin[axis] * all.stride(axis);
  }
  Image part(all.dtype(), Shape(extents, all.rank()));
  source->read(origin, part);
  EXPECT_TRUE(same(part, ConstImageView(static_cast<const std::byte*>(all.data()) + offset, all.dtype(), part.shape(),
                                        all.strides())));
}

}  // namespace preamar::test
