// stencil: the vector code compared with plain loops, for every pair of factors.
#include "primitives/stencil.h"

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr Layout layouts[] = {Layout::dense, Layout::padded, Layout::upside_down};
constexpr std::int64_t radii[] = {0, 1, 2, 3, 4, 7, 12, 33, INT64_MAX};
constexpr int thread_counts[] = {1, 2, 4};

struct Case {
  DType dtype;
  Shape shape;
  Palette palette;
  StencilSpec spec;
  Layout image, out;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(shape.text(), " ", preamar::name_of(dtype), " ", test::name_of(palette), ", cell ",
                static_cast<int>(spec.value), ", order ", static_cast<int>(spec.order), ", footprint ",
                static_cast<int>(spec.footprint), ", radius ", spec.radius, ", image ", test::name_of(image), ", out ",
                test::name_of(out), ", ", threads, " threads, ", target_name(target));
  }
};

std::vector<int> counts() {
  return {
      dtype_count, static_cast<int>(shapes().size()), palette_count, 2, 2, 3, static_cast<int>(std::size(radii)), 3, 3,
      3,           static_cast<int>(targets().size())};
}

Case case_of(const Choice& row) {
  Case c{};
  c.dtype = static_cast<DType>(row[0]);
  while (!is_taken("dilate", c.dtype)) c.dtype = static_cast<DType>((static_cast<int>(c.dtype) + 1) % dtype_count);
  c.shape = shapes()[static_cast<std::size_t>(row[1])];
  c.palette = static_cast<Palette>(row[2]);
  c.spec = {static_cast<StencilValue>(row[3]), static_cast<Order>(row[4]), static_cast<Footprint>(row[5]),
            radii[row[6]]};
  if (c.spec.footprint == Footprint::neighbours) c.spec.radius = 1 + row[6] % c.shape.rank();
  // The plain loops visit the whole neighbourhood of each pixel.
  if (c.shape.count() > 1000) c.spec.radius = std::min<std::int64_t>(c.spec.radius, c.shape.rank() == 3 ? 4 : 12);
  c.image = layouts[row[7]];
  c.out = layouts[row[8]];
  c.threads = thread_counts[row[9]];
  c.target = targets()[static_cast<std::size_t>(row[10])];
  return c;
}

void run(const Case& c, Random& random) {
  const Placed image(make_noise(c.dtype, c.shape, c.palette, random), c.image, random);
  const Placed out(make_noise(c.dtype, c.shape, Palette::spread, random), c.out, random);
  Image expected(c.dtype, c.shape);
  stencil({.device = "reference"}, c.spec, image.view(), expected);
  const ForcedTarget force(c.target);
  stencil({.device = tested_device(), .threads = c.threads}, c.spec, image.view(), out.view());
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
}

TEST(Stencil, equals_plain_loops_in_every_pair_of_factors) {
  Random random(run_seed());
  for (const Choice& row : choices(counts(), 200, random)) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

// Blocks of the vector code end inside these.
TEST(Stencil, equals_plain_loops_on_images_of_many_blocks) {
  Random random(run_seed() + 1);
  for (const auto& [dtype, shape, radius] : {std::tuple{DType::uint8, Shape{300, 4200}, 1},
                                             {DType::uint16, {700, 1100}, 2},
                                             {DType::float64, {40, 600}, 20},
                                             {DType::uint8, {33, 40, 130}, 3}})
    for (const Footprint footprint : {Footprint::box, Footprint::ball}) {
      if (!is_taken("dilate", dtype)) continue;
      for (const StencilValue value : {StencilValue::best, StencilValue::slope}) {
        const Image image = make_noise(dtype, shape, Palette::spread, random);
        Image expected(image.type()), found(image.type());
        const StencilSpec spec{value, Order::falling, footprint, radius};
        stencil({.device = "reference"}, spec, image, expected);
        stencil({.device = tested_device(), .threads = 2}, spec, image, found);
        EXPECT_EQ(difference(expected, found), "") << shape.text();
      }
    }
}

}  // namespace
}  // namespace preamar::test
