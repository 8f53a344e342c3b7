// sobel: the same bytes on every backend, and the values of the Sobel weights.
#include <preamar/error.h>
#include <preamar/sobel.h>

#include "core/border.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <limits>

namespace preamar::test {
namespace {

// Each border gives a magnitude, and in rank 2 a direction.
void call(ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
  const SobelOptions options{.border = static_cast<Border>(c.variant / 2)};
  if (c.variant % 2 == 0 || image.rank() == 3) return sobel(image, out, options, on);
  Image magnitude(DType::float32, image.shape());
  sobel(image, magnitude, out, options, on);
}

TEST(Sobel, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract(
      {.op = "sobel", .variants = 8, .oracle = plain_loops(DType::float32, call), .call = call, .reference_pixels = 0});
}

// Sums of 8-bit integers are exact; only the sum of squares and the root are rounded.
TEST(Sobel, is_the_root_of_exact_sums) {
  Random random(run_seed());
  const Image image = make_noise(DType::uint8, {3, 11, 21}, Palette::spread, random);
  for (const Border border : {Border::nearest, Border::reflect, Border::constant, Border::wrap}) {
    const Image found = sobel(image, {.border = border}, {.device = tested_device()});
    const auto level = [&](std::int64_t z, std::int64_t y, std::int64_t x) -> std::int64_t {
      z = border_index(border, z, 3), y = border_index(border, y, 11), x = border_index(border, x, 21);
      if (z == outside || y == outside || x == outside) return 0;
      return static_cast<const std::uint8_t*>(image.data())[(z * 11 + y) * 21 + x];
    };
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      std::int64_t part[3] = {};
      for (std::int64_t dz = -1; dz <= 1; ++dz)
        for (std::int64_t dy = -1; dy <= 1; ++dy)
          for (std::int64_t dx = -1; dx <= 1; ++dx) {
            const std::int64_t here = level(i / 231 + dz, i / 21 % 11 + dy, i % 21 + dx);
            part[0] += here * dz * (2 - dy * dy) * (2 - dx * dx);
            part[1] += here * dy * (2 - dz * dz) * (2 - dx * dx);
            part[2] += here * dx * (2 - dz * dz) * (2 - dy * dy);
          }
      const auto square = [&](int axis) { return static_cast<float>(part[axis] * part[axis]); };  // below 2^24
      const float sum = square(0) + square(1) + square(2);
      ASSERT_EQ(static_cast<const float*>(found.data())[i], std::sqrt(sum));
    }
  }
}

TEST(Sobel, refuses_by_name) {
  const Image image = filled<float>({2, 2}, 1);
  Image a(DType::float32, {2, 2}), small(DType::float32, {2, 1});
  EXPECT_RAISES(
      sobel(image, a, small), ErrorKind::call,
      "sobel: direction is 2x1 float32 and the result is 2x2 float32; their shape and dtype must be the same");
  EXPECT_RAISES(sobel(image, a, a, {}), ErrorKind::call,
                "sobel: direction shares memory with out; give it memory of its own");
  const Image nan = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_RAISES((void)sobel(nan), ErrorKind::input, "sobel: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
