// Values beyond the edge, and conversion of numbers to pixels of another type.
#include "core/border.h"
#include "primitives/rules/convert.h"

#include <gtest/gtest.h>

#include <string>

namespace preamar::test {
using namespace primitives;
namespace {

// The letters that are read from `begin` to `end` along a row of letters; '.' is the constant.
std::string read(Border border, const std::string& row, int begin, int end) {
  std::string letters;
  for (int at = begin; at < end; ++at) {
    const std::int64_t index = border_index(border, at, static_cast<std::int64_t>(row.size()));
    letters += index == outside ? '.' : row[static_cast<std::size_t>(index)];
  }
  return letters;
}

TEST(Border, continues_a_row_beyond_its_ends) {
  EXPECT_EQ(read(Border::nearest, "abcd", -6, 10), "aaaaaaabcddddddd");
  EXPECT_EQ(read(Border::reflect, "abcd", -6, 10), "cddcbaabcddcbaab");
  EXPECT_EQ(read(Border::constant, "abcd", -6, 10), "......abcd......");
  EXPECT_EQ(read(Border::wrap, "abcd", -6, 10), "cdabcdabcdabcdab");
}

TEST(Border, continues_a_row_of_one_pixel) {
  EXPECT_EQ(read(Border::nearest, "a", -3, 4), "aaaaaaa");
  EXPECT_EQ(read(Border::reflect, "a", -3, 4), "aaaaaaa");
  EXPECT_EQ(read(Border::constant, "a", -3, 4), "...a...");
  EXPECT_EQ(read(Border::wrap, "a", -3, 4), "aaaaaaa");
}

TEST(Convert, rounds_to_the_nearest_and_of_two_to_the_even) {
  const Convert<std::uint8_t> byte(DType::uint8);
  EXPECT_EQ(byte(0.5F), 0);
  EXPECT_EQ(byte(1.5F), 2);
  EXPECT_EQ(byte(2.5), 2);
  EXPECT_EQ(byte(254.5), 254);
  const Convert<std::int16_t> two(DType::int16);
  EXPECT_EQ(two(-0.5), 0);
  EXPECT_EQ(two(-1.5), -2);
}

template <class Real>
void expect_as_nearbyint(Real unit) {
  for (int i = -4000; i < 4000; ++i)
    for (const Real value : {i * unit, std::nextafter(i * unit, Real{0}), std::nextafter(i * unit, Real{1e30F})})
      ASSERT_EQ(nearest_whole(value), std::nearbyint(value)) << value;
}

TEST(Convert, rounds_as_the_library_does) {
  for (const float unit : {0.125F, 0.5F, 1000.25F, 0x1p11F, 0x1.8p11F, 0x1p20F}) expect_as_nearbyint<float>(unit);
  for (const double unit : {0.125, 0.5, 1000.25, 0x1p40, 0x1.8p41, 0x1p52}) expect_as_nearbyint<double>(unit);
}

TEST(Convert, stops_at_the_ends_of_the_type) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Convert<std::uint8_t> byte(DType::uint8), boolean(DType::boolean);
  EXPECT_EQ(byte(255.5F), 255);
  EXPECT_EQ(byte(-0.75F), 0);
  EXPECT_EQ(byte(-7), 0);
  EXPECT_EQ(byte(256), 255);
  EXPECT_EQ(byte(infinity), 255);
  EXPECT_EQ(boolean(7), 1);
  EXPECT_EQ(boolean(1.5F), 1);
  EXPECT_EQ(boolean(0.25F), 0);
  EXPECT_EQ(boolean(true), 1);
  const Convert<std::int64_t> eight(DType::int64);
  EXPECT_EQ(eight(1e19F), INT64_MAX);
  EXPECT_EQ(eight(-infinity), INT64_MIN);
  EXPECT_EQ(eight(-9223372036854775808.0), INT64_MIN);
  EXPECT_EQ(eight(9223372036854774784.0), 9223372036854774784);
  EXPECT_EQ(eight(UINT64_MAX), INT64_MAX);
  const Convert<std::uint64_t> most(DType::uint64);
  EXPECT_EQ(most(2e19), UINT64_MAX);
  EXPECT_EQ(most(18446744073709549568.0), 18446744073709549568U);
  EXPECT_EQ(most(-1), 0U);
}

TEST(Convert, makes_0_of_NaN_and_keeps_it_in_floats) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Convert<std::int8_t>(DType::int8)(nan), 0);
  EXPECT_TRUE(std::isnan(Convert<float>(DType::float32)(nan)));
  EXPECT_EQ(Convert<float>(DType::float32)(0.1), 0.1F);
}

TEST(Convert, works_in_floats_where_they_hold_the_pixels) {
  EXPECT_EQ(working_dtype(DType::boolean), DType::float32);
  EXPECT_EQ(working_dtype(DType::int16), DType::float32);
  EXPECT_EQ(working_dtype(DType::uint32), DType::float64);
  EXPECT_EQ(working_dtype(DType::float64), DType::float64);
  static_assert(std::is_same_v<Working<std::uint16_t>, float> && std::is_same_v<Working<std::int32_t>, double>);
}

}  // namespace
}  // namespace preamar::test
