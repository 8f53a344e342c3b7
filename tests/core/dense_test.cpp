// Views with their axes in memory order, and copies of views whose rows are not dense.
#include "primitives/dense.h"

#include "tools/images.h"

#include <gtest/gtest.h>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr Layout layouts[] = {Layout::dense,   Layout::padded,  Layout::upside_down, Layout::gaps,
                              Layout::flipped, Layout::fortran, Layout::transposed};

TEST(Dense, orders_axes_by_their_strides) {
  const std::uint8_t pixels[120] = {};
  const auto order = [&](const Shape& shape, const Strides& strides) {
    return storage_order(ConstImageView(pixels, DType::uint8, shape, strides));
  };
  EXPECT_EQ(order({4, 5}, {5, 1}), (Axes{0, 1, 2}));
  EXPECT_EQ(order({4, 5}, {1, 4}), (Axes{1, 0, 2}));
  EXPECT_EQ(order({4, 5}, {-1, 4}), (Axes{1, 0, 2}));
  EXPECT_EQ(order({4, 5}, {-5, -1}), (Axes{0, 1, 2}));
  EXPECT_EQ(order({4, 5, 6}, {30, 6, 1}), (Axes{0, 1, 2}));
  EXPECT_EQ(order({4, 5, 6}, {1, 4, 20}), (Axes{2, 1, 0}));
  EXPECT_EQ(order({4, 5, 6}, {6, 24, 1}), (Axes{1, 0, 2}));
  EXPECT_EQ(order({4, 5}, {1, 1}), (Axes{0, 1, 2})) << "equal strides keep their order";
}

TEST(Dense, permutes_without_moving_a_pixel) {
  const std::uint8_t pixels[24] = {};
  const ConstImageView image(pixels, DType::uint8, {2, 3, 4});
  const ConstImageView turned = permuted(image, {2, 0, 1});
  EXPECT_EQ(turned.data(), image.data());
  EXPECT_EQ(turned.shape(), (Shape{4, 2, 3}));
  EXPECT_EQ(turned.strides(), (Strides{1, 12, 4}));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) EXPECT_EQ(pixel(turned, (x * 2 + z) * 3 + y), pixel(image, (z * 3 + y) * 4 + x));
}

TEST(Dense, reads_every_layout) {
  Random random(1);
  for (const Shape& shape : {Shape{5, 7}, Shape{1, 9}, Shape{9, 1}, Shape{3, 4, 5}, Shape{0, 4}})
    for (const DType dtype : {DType::uint8, DType::int32, DType::float64})
      for (const Layout layout : layouts) {
        const Image pixels = make_noise(dtype, shape, Palette::spread, random);
        const Placed placed(pixels, layout, random);
        const DenseInput input({}, placed.view());
        EXPECT_TRUE(input.view().has_dense_rows()) << name_of(layout);
        EXPECT_EQ(difference(pixels, input.view()), "") << name_of(layout);
        EXPECT_EQ(input.view().data() == placed.view().data(), placed.view().has_dense_rows());
        EXPECT_TRUE(placed.unchanged());
      }
}

TEST(Dense, writes_every_layout_when_it_finishes) {
  Random random(2);
  for (const Shape& shape : {Shape{5, 7}, Shape{3, 4, 5}})
    for (const Layout layout : layouts) {
      const Placed placed(make_noise(DType::uint16, shape, Palette::spread, random), layout, random);
      const Image wanted = make_noise(DType::uint16, shape, Palette::spread, random);
      const DenseOutput output(placed.view());
      ASSERT_TRUE(output.view().has_dense_rows());
      map({}, {.pixel = Pixel::copy}, wanted, output.view());
      output.finish({});
      EXPECT_EQ(difference(wanted, placed.view()), "") << name_of(layout);
      EXPECT_TRUE(placed.guards_hold()) << name_of(layout);
    }
}

}  // namespace
}  // namespace preamar::test
