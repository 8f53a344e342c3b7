// and: compared with plain loops, for images and masks of each pair of dtypes.
#include <preamar/and.h>

#include "core/dispatch.h"
#include "tools/binary.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace preamar::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

// One pixel with the value; infinities are the ends of the type.
Image pixel_of(double value, DType dtype) {
  Image one(dtype, {1, 1});
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    using Limits = std::numeric_limits<T>;
    T& pixel = *static_cast<T*>(one.data());
    if (std::is_integral_v<T> && std::isinf(value))
      pixel = value < 0 ? Limits::min() : dtype == DType::boolean ? T{1} : Limits::max();
    else
      pixel = static_cast<T>(value);
  });
  return one;
}

Image masked(ConstImageView image, ConstImageView mask, double value = 0) {
  Image out(image.type());
  const Image elsewhere = pixel_of(value, image.dtype());
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  for (std::int64_t i = 0; i < image.shape().count(); ++i) {
    const std::byte* const bytes = pixel(mask, i);
    const bool is_zero =
        std::all_of(bytes, bytes + size_of(mask.dtype()), [](std::byte b) { return b == std::byte{}; });
    if (is_zero)
      std::memcpy(pixel(out, i), elsewhere.data(), size);
    else
      std::memcpy(pixel(out, i), pixel(image, i), size);
  }
  return out;
}

TEST(And, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "and",
                   .takes = [](DType, DType mask) { return !is_floating(mask); },
                   .oracle = [](ConstImageView image, ConstImageView mask) { return masked(image, mask); },
                   .call = [](ConstImageView image, ConstImageView mask, ImageView out,
                              const Execution& on) { and_(image, mask, out, {}, on); }});
}

double number_of(DType dtype) { return dtype == DType::boolean ? 1 : is_floating(dtype) ? -9999.1 : 123; }

TEST(And, gives_the_same_bytes_with_any_value) {
  const auto not_a_number = [](DType dtype) { return is_floating(dtype) ? nan : number_of(dtype); };
  const std::function<double(DType)> values[] = {[](DType) { return -inf; }, [](DType) { return inf; }, number_of,
                                                 not_a_number};
  for (const auto& value_of : values)
    expect_contract(
        {.op = "and",
         .takes = [](DType, DType mask) { return !is_floating(mask); },
         .oracle = [&](ConstImageView image,
                       ConstImageView mask) { return masked(image, mask, value_of(image.dtype())); },
         .call = [&](ConstImageView image, ConstImageView mask, ImageView out,
                     const Execution& on) { and_(image, mask, out, {.value = value_of(image.dtype())}, on); }});
}

TEST(And, raises_an_error_if_the_value_is_not_distinct) {
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    const Execution on{.device = device};
    const AndOptions with_zero{.distinct = true}, with_nine{.value = 9, .distinct = true};
    const Image mask = image_of<bool>({1, 4}, {true, true, false, true});
    const Image image = image_of<std::int16_t>({1, 4}, {-7, 6, 0, 9});  // the 0 is outside the mask
    EXPECT_EQ(difference(image_of<std::int16_t>({1, 4}, {-7, 6, 0, 9}), and_(image, mask, with_zero, on)), "");
    EXPECT_RAISES((void)and_(image, mask, with_nine, on), ErrorKind::input,
                  "and: a pixel inside the mask has the value 9, which marks those outside it; give a value that no "
                  "pixel has");
    const AndOptions with_nan{.value = nan, .distinct = true};
    Image heights = image_of<double>({1, 4}, {0.5, 6, -inf, inf});
    EXPECT_EQ(difference(image_of<double>({1, 4}, {0.5, 6, nan, inf}), and_(heights, mask, with_nan, on)), "");
    static_cast<double*>(heights.data())[1] = nan;
    EXPECT_RAISES_ABOUT((void)and_(heights, mask, with_nan, on), ErrorKind::input,
                        "and: a pixel inside the mask has the value nan");
    EXPECT_RAISES_ABOUT((void)and_(heights, mask, {.value = inf, .distinct = true}, on), ErrorKind::input,
                        "and: a pixel inside the mask has the value inf");
  }
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
  const Image mask(DType::boolean, {2, 3});
  const std::pair<DType, double> not_held[] = {
      {DType::uint8, -1},     {DType::uint8, 256},      {DType::uint8, 0.5}, {DType::int16, nan},
      {DType::int64, 0x1p63}, {DType::uint64, -9999},   {DType::boolean, 2}, {DType::boolean, nan},
      {DType::float32, 1e39}, {DType::float32, -1e300},
  };
  for (const auto& [dtype, value] : not_held)
    EXPECT_RAISES((void)and_(Image(dtype, {2, 3}), mask, {.value = value}), ErrorKind::call,
                  text("and: value is ", value, ", which no pixel of ", preamar::name_of(dtype),
                       " can have; give another value"));
  EXPECT_RAISES((void)and_(image, mask, {.value = inf, .distinct = true}), ErrorKind::call,
                "and: value is inf, which no pixel of uint8 can have; give another value");
}

}  // namespace
}  // namespace preamar::test
