// fill_depressions against markers on the border and on cells without data, and a flood by a queue of pixels.
#include <preamar/fill_depressions.h>

#include "tools/edge.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace preamar::test {
namespace {

// `nodata`: none, a value of the image, or a value that the image does not hold.
std::optional<double> nodata_of(ConstImageView image, int variant) {
  if (variant == 0) return {};
  if (variant == 1) return -9999.0;
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) -> std::optional<double> {
    if (image.shape().count() == 0) return 0.0;
    T value;
    std::memcpy(&value, pixel(image, image.shape().count() / 2), sizeof value);
    return static_cast<double>(value);
  });
}

Image expected(ConstImageView image, const std::optional<double>& nodata, int connectivity) {
  Image ground = dense_copy(image), marker = edge_marker(image, Method::erosion);
  Image result(image.type());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    using Limits = std::numeric_limits<T>;
    const T low = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
    const T* const cells = static_cast<const T*>(image.data());
    const auto is_hole = [&](T x) {
      return x != x || (nodata && static_cast<long double>(x) == static_cast<long double>(*nodata));
    };
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      if (is_hole(cells[i])) static_cast<T*>(ground.data())[i] = static_cast<T*>(marker.data())[i] = low;
    result = oracle(marker, ground, Method::erosion, connectivity);
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      if (is_hole(cells[i])) static_cast<T*>(result.data())[i] = cells[i];
  });
  return result;
}

TEST(FillDepressions, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract(
      {.op = "fill_depressions",
       .variants = 3,
       .oracle = [](ConstImageView image,
                    const UnaryCase& c) { return expected(image, nodata_of(image, c.variant), c.connectivity); },
       .call =
           [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
             fill_depressions(image, out, {nodata_of(image, c.variant), c.connectivity}, on);
           },
       .nan = true},
      300);
}

TEST(FillDepressions, lets_water_run_to_where_there_is_no_data) {
  const Image image = image_of<float>({3, 7}, {9, 9, 9, 9, 9, 9, 9, 9, 3, 5, -9999, 5, 2, 9, 9, 9, 9, 9, 9, 9, 9});
  const Image open = image_of<float>({3, 7}, {9, 9, 9, 9, 9, 9, 9, 9, 5, 5, -9999, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9});
  const Image shut = image_of<float>({3, 7}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
  for (const char* device : {"reference", "cpu"}) {
    EXPECT_EQ(difference(open, fill_depressions(image, {.nodata = -9999}, {.device = device})), "");
    EXPECT_EQ(difference(shut, fill_depressions(image, {}, {.device = device})), "");
  }
}

// 0 is the minimum of the dtype, to which cells without data are set, but this pit is an ordinary cell and is filled.
TEST(FillDepressions, fills_a_pit_at_the_least_value_of_the_type) {
  const Image image = image_of<std::uint8_t>({3, 5}, {4, 4, 4, 4, 4, 4, 0, 3, 255, 4, 4, 4, 4, 4, 4});
  const Image full = image_of<std::uint8_t>({3, 5}, {4, 4, 4, 4, 4, 4, 3, 3, 255, 4, 4, 4, 4, 4, 4});
  EXPECT_EQ(difference(full, fill_depressions(image, {.nodata = 255})), "");
}

TEST(FillDepressions, takes_a_nodata_that_only_the_wider_type_holds_exactly) {
  const auto lowest = static_cast<float>(-3.4e38);
  const Image image = image_of<float>({3, 3}, {5, 5, 5, 5, lowest, 5, 5, 5, 5});
  EXPECT_EQ(difference(image, fill_depressions(image, {.nodata = -3.4e38})), "");
}

TEST(FillDepressions, refuses_what_it_cannot_take) {
  EXPECT_RAISES((void)fill_depressions(filled<float>(Shape{4}, 0)), ErrorKind::call,
                "fill_depressions: elevation has rank 1; images of rank 2 to 3 are taken");
  EXPECT_RAISES((void)fill_depressions(filled<float>({2, 2}, 0), {.connectivity = -1}), ErrorKind::call,
                "fill_depressions: connectivity is -1; it must be from 1 to 2");
}

}  // namespace
}  // namespace preamar::test
