// Shapes, dtypes, views and images that own their pixels.
#include <preamar/error.h>
#include <preamar/image.h>
#include <preamar/table.h>
#include <preamar/version.h>

#include "core/checked.h"
#include "core/rows.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace preamar {
namespace {

constexpr std::int64_t big = std::int64_t{1} << 40;

TEST(DType, has_the_names_and_sizes_of_numpy) {
  const std::pair<const char*, std::int64_t> expected[dtype_count] = {
      {"bool", 1},  {"uint8", 1}, {"uint16", 2}, {"uint32", 4},  {"uint64", 8}, {"int8", 1},
      {"int16", 2}, {"int32", 4}, {"int64", 8},  {"float32", 4}, {"float64", 8}};
  for (int i = 0; i < dtype_count; ++i) {
    const DType dtype = static_cast<DType>(i);
    EXPECT_EQ(name_of(dtype), expected[i].first);
    EXPECT_EQ(size_of(dtype), expected[i].second);
    EXPECT_EQ(dtype_named(expected[i].first), dtype);
    EXPECT_EQ(is_floating(dtype), std::string(expected[i].first).starts_with("float"));
  }
}

TEST(DType, refuses_other_names) {
  for (const char* name : {"", "uint", "Uint8", "uint8 ", "float16", "complex64"})
    EXPECT_RAISES(
        (void)dtype_named(name), ErrorKind::call,
        "dtype: '" + std::string(name) + "' is none; give bool, uint8 to uint64, int8 to int64, float32 or float64");
}

TEST(DType, is_known_from_the_type) {
  EXPECT_EQ(dtype_of<bool>(), DType::boolean);
  EXPECT_EQ(dtype_of<std::uint8_t>(), DType::uint8);
  EXPECT_EQ(dtype_of<std::uint16_t>(), DType::uint16);
  EXPECT_EQ(dtype_of<std::uint32_t>(), DType::uint32);
  EXPECT_EQ(dtype_of<std::uint64_t>(), DType::uint64);
  EXPECT_EQ(dtype_of<std::int8_t>(), DType::int8);
  EXPECT_EQ(dtype_of<std::int16_t>(), DType::int16);
  EXPECT_EQ(dtype_of<std::int32_t>(), DType::int32);
  EXPECT_EQ(dtype_of<std::int64_t>(), DType::int64);
  EXPECT_EQ(dtype_of<float>(), DType::float32);
  EXPECT_EQ(dtype_of<double>(), DType::float64);
}

TEST(Shape, knows_its_extents) {
  const Shape shape{2, 3, 5};
  EXPECT_EQ(shape.rank(), 3);
  EXPECT_EQ(shape[0], 2);
  EXPECT_EQ(shape[2], 5);
  EXPECT_EQ(shape.count(), 30);
  EXPECT_EQ(shape.text(), "2x3x5");
  EXPECT_EQ(shape, (Shape{2, 3, 5}));
  EXPECT_NE(shape, (Shape{2, 3}));
  EXPECT_NE((Shape{2, 3}), (Shape{3, 2}));
  EXPECT_EQ(Shape().rank(), 0);
  EXPECT_EQ(Shape().count(), 1);
  EXPECT_EQ(Shape().text(), "");
}

TEST(Shape, refuses_a_rank_or_an_extent) {
  EXPECT_RAISES((Shape{1, 1, 1, 1}), ErrorKind::call, "shape: rank 4 is not one of 0 to 3");
  EXPECT_RAISES((Shape(nullptr, -1)), ErrorKind::call, "shape: rank -1 is not one of 0 to 3");
  EXPECT_RAISES((Shape{3, -2}), ErrorKind::call, "shape: extent -2 of axis 1 is negative");
}

TEST(Shape, refuses_a_count_beyond_64_bits) {
  EXPECT_EQ((Shape{std::int64_t{1} << 31, (std::int64_t{1} << 32) - 1}).count(),
            INT64_MAX - (std::int64_t{1} << 31) + 1);
  EXPECT_RAISES((void)(Shape{big, big}).count(), ErrorKind::resource,
                "the number of pixels: 1099511627776 times 1099511627776 does not fit 64 bits");
  EXPECT_EQ((Shape{big, big, 0}).count(), 0) << "nothing at all always fits";
}

TEST(Checked, multiplies_up_to_the_last_number) {
  EXPECT_EQ(checked_product(INT64_MAX, 1, "x"), INT64_MAX);
  EXPECT_EQ(checked_product(1, INT64_MAX, "x"), INT64_MAX);
  EXPECT_EQ(checked_product(INT64_MAX, 0, "x"), 0);
  EXPECT_EQ(checked_product(0, INT64_MAX, "x"), 0);
  EXPECT_EQ(checked_product(3037000499, 3037000499, "x"), 9223372030926249001);
  EXPECT_RAISES(checked_product(3037000500, 3037000500, "x"), ErrorKind::resource,
                "x: 3037000500 times 3037000500 does not fit 64 bits");
  EXPECT_RAISES(checked_product(INT64_MAX, 2, "x"), ErrorKind::resource,
                "x: 9223372036854775807 times 2 does not fit 64 bits");
}

TEST(Strides, are_those_of_c_order) {
  EXPECT_EQ(dense_strides(DType::uint16, {2, 3, 5}), (Strides{30, 10, 2}));
  EXPECT_EQ(dense_strides(DType::float64, {4, 3}), (Strides{24, 8, 0}));
  EXPECT_RAISES((void)dense_strides(DType::float64, {big, big, 4}), ErrorKind::resource,
                "the image's bytes: 35184372088832 times 1099511627776 does not fit 64 bits");
}

TEST(View, knows_whether_it_is_dense) {
  const std::uint16_t pixels[64] = {};
  const auto view = [&](const Shape& shape, const Strides& strides) {
    return ConstImageView(pixels, DType::uint16, shape, strides);
  };
  const auto expect = [](ConstImageView image, bool dense_rows, bool dense) {
    EXPECT_EQ(image.has_dense_rows(), dense_rows);
    EXPECT_EQ(image.is_dense(), dense);
  };
  expect(ConstImageView(pixels, DType::uint16, {4, 5}), true, true);
  expect(view({4, 5}, {12, 2}), true, false);
  expect(view({4, 5}, {-10, 2}), true, false);
  expect(view({4, 5}, {2, 8}), false, false);
  expect(view({4, 5}, {20, 4}), false, false);
  expect(view({4, 5}, {10, -2}), false, false);
  expect(view({4, 5}, {10, 0}), false, false);
  expect(view({4, 5}, {0, 2}), true, false);
  // The stride of an axis with one pixel has no effect.
  expect(view({1, 5}, {999, 2}), true, true);
  expect(view({5, 1}, {2, 999}), true, true);
  expect(view({5, 0}, {1, 1}), true, true);
  expect(view({2, 3, 4}, {24, 8, 2}), true, true);
  expect(view({2, 3, 4}, {8, 16, 2}), true, false);
  expect(view({}, {}), true, true);
}

TEST(View, is_made_from_pixels_of_a_type) {
  std::vector<float> pixels(12, 3.0F);
  const ImageView image = view(pixels.data(), {3, 4});
  EXPECT_EQ(image.type(), (ImageType{DType::float32, Shape{3, 4}}));
  EXPECT_TRUE(image.is_dense());
  image.at<float>(2, 1) = 7;
  EXPECT_EQ(pixels[9], 7);
  const ConstImageView every_other = view(std::as_const(pixels).data(), {3, 2}, {16, 8, 0});
  EXPECT_EQ(every_other.at<float>(2, 1), 3);
  EXPECT_EQ(every_other.location(), Location::host);
}

TEST(View, gives_typed_access) {
  Image volume(DType::uint16, {2, 3, 4});
  std::uint16_t next = 0;
  for (std::uint16_t& pixel : volume.as<std::uint16_t>()) pixel = next++;
  EXPECT_EQ(volume.at<std::uint16_t>(1, 2, 3), 23);
  EXPECT_EQ(volume.row<std::uint16_t>(1, 0)[2], 14);
  EXPECT_EQ(volume.row<std::uint16_t>(1, 0).size(), 4U);
  const ConstImageView seen = volume;
  EXPECT_EQ(seen.as<std::uint16_t>().size(), 24U);

  EXPECT_RAISES((void)seen.as<std::int16_t>(), ErrorKind::call,
                "image: its pixels are uint16 and were asked for as int16; ask for the type that dtype() names");
  EXPECT_RAISES((void)volume.at<std::uint16_t>(1, 3, 0), ErrorKind::call,
                "image: coordinate 3 of axis 1 is not in 2x3x4");
  EXPECT_RAISES((void)volume.at<std::uint16_t>(1, 1), ErrorKind::call,
                "image: a pixel of an image of rank 3 has 3 coordinates and 2 were given");
  EXPECT_RAISES((void)volume.row<std::uint16_t>(-1, 0), ErrorKind::call,
                "image: coordinate -1 of axis 0 is not in 2x3x4");
  EXPECT_RAISES((void)volume.row<std::uint16_t>(1), ErrorKind::call,
                "image: a row of an image of rank 3 has 2 coordinates and 1 were given");
  const ConstImageView turned(volume.data(), DType::uint16, {4, 3}, {2, 8, 0});
  EXPECT_RAISES_ABOUT((void)turned.row<std::uint16_t>(0), ErrorKind::call, "ask for single pixels");
  EXPECT_RAISES_ABOUT((void)turned.as<std::uint16_t>(), ErrorKind::call, "ask for its rows or single pixels");
  EXPECT_EQ(turned.at<std::uint16_t>(3, 2), 11);
}

TEST(Table, has_typed_columns) {
  Table table;
  table.columns.push_back({"label", Image(DType::uint8, Shape{2})});
  table.columns[0].cells.at<std::uint8_t>(1) = 9;
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.column<std::uint8_t>("label")[1], 9);
  EXPECT_RAISES((void)table["size"], ErrorKind::call, "table: it has no column 'size'; it has label");
  EXPECT_RAISES_ABOUT((void)table.column<double>("label"), ErrorKind::call, "its pixels are uint8");
  EXPECT_EQ(Table().rows(), 0);
}

TEST(View, finds_its_rows) {
  const std::uint8_t pixels[24] = {};
  const ConstImageView image(pixels, DType::uint8, {2, 3, 4});
  EXPECT_EQ(row_count(image.shape()), 6);
  EXPECT_EQ(row_length(image.shape()), 4);
  for (int r = 0; r < 6; ++r) EXPECT_EQ(row(image, r), reinterpret_cast<const std::byte*>(pixels) + 4 * r);
  const ConstImageView flipped(pixels + 23, DType::uint8, {2, 3, 4}, {-12, -4, -1});
  EXPECT_EQ(row(flipped, 5), reinterpret_cast<const std::byte*>(pixels) + 3);
  EXPECT_EQ(row_stride(flipped), -1);
}

TEST(Image, is_aligned_and_moves) {
  Image image(DType::float32, {3, 7});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image.data()) % 64, 0u);
  EXPECT_TRUE(image.view().is_dense());
  EXPECT_EQ(image.type(), (ImageType{DType::float32, {3, 7}}));
  std::memset(image.data(), 7, 3 * 7 * 4);
  void* const data = image.data();
  Image moved(std::move(image));
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(image.data(), nullptr);
  Image assigned;
  assigned = std::move(moved);
  EXPECT_EQ(assigned.data(), data);
  EXPECT_EQ(static_cast<const unsigned char*>(assigned.data())[83], 7);
  static_assert(!std::is_copy_constructible_v<Image> && !std::is_copy_assignable_v<Image>);
}

TEST(Image, may_be_empty) {
  const Image image(DType::uint8, {0, 5});
  EXPECT_EQ(image.shape().count(), 0);
  EXPECT_NE(image.data(), nullptr);
}

TEST(Image, refuses_more_than_can_be_had) {
  EXPECT_RAISES(Image(DType::float64, {big, big}), ErrorKind::resource,
                "the number of pixels: 1099511627776 times 1099511627776 does not fit 64 bits");
  EXPECT_RAISES(Image(DType::float64, {big, std::int64_t{1} << 21}), ErrorKind::resource,
                "the image's bytes: 2305843009213693952 times 8 does not fit 64 bits");
  EXPECT_RAISES(Image(DType::uint8, {std::int64_t{1} << 30, std::int64_t{1} << 30}), ErrorKind::resource,
                "memory: 1152921504606846976 bytes cannot be allocated");
}

TEST(Version, is_that_of_the_headers) {
  EXPECT_EQ(std::string(version()),
            std::to_string(version_major) + "." + std::to_string(version_minor) + "." + std::to_string(version_patch));
}

}  // namespace
}  // namespace preamar
