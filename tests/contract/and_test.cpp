// and: compared with plain loops, for images and masks of each pair of dtypes.
#include <preamar/and.h>

#include "tools/binary.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <cstring>

namespace preamar::test {
namespace {

Image masked(ConstImageView image, ConstImageView mask) {
  Image out(image.type());
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  for (std::int64_t i = 0; i < image.shape().count(); ++i) {
    const std::byte* const bytes = pixel(mask, i);
    const bool is_zero =
        std::all_of(bytes, bytes + size_of(mask.dtype()), [](std::byte b) { return b == std::byte{}; });
    if (is_zero)
      std::memset(pixel(out, i), 0, size);
    else
      std::memcpy(pixel(out, i), pixel(image, i), size);
  }
  return out;
}

TEST(And, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "and",
                   .takes = [](DType, DType mask) { return !is_floating(mask); },
                   .oracle = masked,
                   .call = [](ConstImageView image, ConstImageView mask, ImageView out,
                              const Execution& on) { and_(image, mask, out, on); }});
}

TEST(And, of_masks_is_the_logical_and) {
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {false, false, false, true}),
                       and_(image_of<bool>({1, 4}, {false, false, true, true}),
                            image_of<bool>({1, 4}, {false, true, false, true}))),
            "");
  EXPECT_EQ(
      difference(image_of<std::int16_t>({1, 3}, {-7, 0, 5}),
                 and_(image_of<std::int16_t>({1, 3}, {-7, 6, 5}), image_of<std::uint32_t>({1, 3}, {65536, 0, 1}))),
      "");
}

TEST(And, refuses_by_name) {
  const Image image(DType::uint8, {2, 3}), level(DType::float32, {2, 3}), small(DType::boolean, {2, 2});
  EXPECT_RAISES((void)and_(image, level), ErrorKind::call,
                "and: mask has dtype float32; give bool or integers, such as the result of threshold");
  EXPECT_RAISES((void)and_(image, small), ErrorKind::call,
                "and: image has shape 2x3 and mask 2x2; their shape must be the same");
}

}  // namespace
}  // namespace preamar::test
