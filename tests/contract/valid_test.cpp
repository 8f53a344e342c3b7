// valid: compared with plain loops, for every value that marks pixels without data.
#include <preamar/valid.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <limits>
#include <optional>

namespace preamar::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

// Of none, some and all dtypes; -0.37 is rounded to float32, in which the palettes have it.
const std::optional<double> nodata[] = {std::nullopt, 0.0, -9999.0, nan, 1.0, 0.5, 127.0, -0.37, inf, 0x1p63};

Image expected(ConstImageView image, const UnaryCase& c) {
  const std::optional<double>& value = nodata[c.variant];
  Image mask(DType::boolean, image.shape());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const pixels = static_cast<const T*>(image.data());
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      bool is_valid = pixels[i] == pixels[i];
      if constexpr (std::is_floating_point_v<T>)
        is_valid = is_valid && !(value && pixels[i] == static_cast<T>(*value));
      else
        is_valid = !(value && static_cast<long double>(pixels[i]) == static_cast<long double>(*value));
      static_cast<bool*>(mask.data())[i] = is_valid;
    }
  });
  return mask;
}

TEST(Valid, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "valid",
                   .variants = static_cast<int>(std::size(nodata)),
                   .oracle = expected,
                   .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                              const Execution& on) { valid(image, out, {.nodata = nodata[c.variant]}, on); },
                   .nan = true});
}

TEST(Valid, marks_pixels_with_data) {
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {true, false, true, false}),
                       valid(image_of<std::int16_t>({1, 4}, {5, -9999, 0, -9999}), {.nodata = -9999})),
            "");
  const auto none = std::numeric_limits<float>::quiet_NaN();
  const Image heights = image_of<float>({1, 4}, {5, none, 0, -1});
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {true, false, true, true}), valid(heights)), "");
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {true, false, true, false}), valid(heights, {.nodata = -1})), "");
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {true, false, true, true}), valid(heights, {.nodata = nan})), "");
}

// Both are above 2^53, where doubles are sparse.
TEST(Valid, compares_large_integers_exactly) {
  const std::int64_t large = std::int64_t{1} << 53;
  EXPECT_EQ(difference(image_of<bool>({1, 2}, {false, true}),
                       valid(image_of<std::int64_t>({1, 2}, {large, large + 1}), {.nodata = 0x1p53})),
            "");
}

TEST(Valid, refuses_by_name) {
  EXPECT_RAISES_ABOUT((void)valid(Image(DType::uint8, Shape{4})), ErrorKind::call, "valid: image has rank 1");
  const Image image(DType::uint8, {2, 3});
  Image out(DType::uint8, {2, 3});
  EXPECT_RAISES_ABOUT(valid(image, out), ErrorKind::call, "valid: out is 2x3 uint8");
}

}  // namespace
}  // namespace preamar::test
