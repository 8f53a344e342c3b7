// clear_border against floods and walks from the border, pixel by pixel.
#include <preamar/clear_border.h>

#include "tools/edge.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace preamar::test {
namespace {

// The image minus its reconstruction from the border.
Image without_flooded(ConstImageView image, int connectivity) {
  Image result = oracle(edge_marker(image, Method::dilation), image, Method::dilation, connectivity);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      T& cell = static_cast<T*>(result.data())[i];
      const T here = static_cast<const T*>(image.data())[i];
      if constexpr (std::is_floating_point_v<T>)
        cell = here == cell ? T{0} : here - cell;
      else
        cell = static_cast<T>(std::min(static_cast<long double>(here) - static_cast<long double>(cell),
                                       static_cast<long double>(std::numeric_limits<T>::max())));
    }
  });
  return result;
}

// Walks from each pixel on the border over the pixels of its object.
Image without_objects(ConstImageView image, int connectivity, BorderKind kind) {
  Image result = dense_copy(image);
  std::int64_t extent[3] = {1, 1, 1};
  for (int axis = 0; axis < image.rank(); ++axis) extent[axis + 3 - image.rank()] = image.shape()[axis];
  const std::int64_t count = image.shape().count();
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const cells = static_cast<const T*>(image.data());
    T* const out = static_cast<T*>(result.data());
    std::vector<std::int64_t> reached;
    const auto reach = [&](std::int64_t i) {
      if (out[i] == 0) return;
      out[i] = 0;
      reached.push_back(i);
    };
    for (std::int64_t i = 0; i < count; ++i)
      if (on_edge(image.shape(), i)) reach(i);
    while (!reached.empty()) {
      const std::int64_t i = reached.back();
      reached.pop_back();
      const std::int64_t z = i / (extent[1] * extent[2]), y = i / extent[2] % extent[1], x = i % extent[2];
      for (std::int64_t nz = std::max<std::int64_t>(0, z - 1); nz <= std::min(z + 1, extent[0] - 1); ++nz)
        for (std::int64_t ny = std::max<std::int64_t>(0, y - 1); ny <= std::min(y + 1, extent[1] - 1); ++ny)
          for (std::int64_t nx = std::max<std::int64_t>(0, x - 1); nx <= std::min(x + 1, extent[2] - 1); ++nx) {
            if ((nz != z) + (ny != y) + (nx != x) > connectivity) continue;
            const std::int64_t n = (nz * extent[1] + ny) * extent[2] + nx;
            if (kind == BorderKind::binary || cells[n] == cells[i]) reach(n);
          }
    }
  });
  return result;
}

BorderKind kind_of(const UnaryCase& c) {
  if (is_floating(c.scene.dtype)) return c.variant % 2 ? BorderKind::grey : BorderKind::automatic;
  return static_cast<BorderKind>(c.variant);
}

Image expected(ConstImageView image, const UnaryCase& c) {
  BorderKind kind = kind_of(c);
  if (kind == BorderKind::automatic)
    kind = image.dtype() == DType::boolean ? BorderKind::binary
           : is_floating(image.dtype())    ? BorderKind::grey
                                           : BorderKind::labels;
  return kind == BorderKind::grey ? without_flooded(image, c.connectivity)
                                  : without_objects(image, c.connectivity, kind);
}

TEST(ClearBorder, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "clear_border",
                   .variants = 4,
                   .oracle = expected,
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         clear_border(image, out, {kind_of(c), c.connectivity}, on);
                       }},
                  100);
}

// Reconstruction would let the label 7, which touches the border, reduce its neighbour 9.
TEST(ClearBorder, keeps_labels_beside_one_that_touches) {
  const Image image = image_of<std::int32_t>({4, 5}, {0, 0, 0, 0, 0, 7, 7, 9, 9, 0, 0, 9, 9, 3, 0, 0, 0, 0, 0, 0});
  const Image kept = image_of<std::int32_t>({4, 5}, {0, 0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 9, 9, 3, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(difference(kept, clear_border(image)), "");
  const Image none = filled<std::int32_t>({4, 5}, 0);
  EXPECT_EQ(difference(none, clear_border(image, {.kind = BorderKind::binary})), "");
}

TEST(ClearBorder, refuses_what_it_cannot_take) {
  EXPECT_RAISES((void)clear_border(filled<float>({2, 2}, 0), {.kind = BorderKind::labels}), ErrorKind::call,
                "clear_border: kind is labels and image is float32; give kind grey, or an image of integers");
  EXPECT_RAISES((void)clear_border(filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN())), ErrorKind::input,
                "clear_border: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
