// reconstruct gives the same bytes for every layout of its images, number of threads and instruction set.
#include <preamar/reconstruct.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/oracle.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <memory>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};

struct Case {
  Scene scene;
  int connectivity;
  Layout marker, mask, out;
  bool in_place;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(test::name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype), " ",
                test::name_of(scene.palette), scene.method == Method::dilation ? " dilation" : " erosion",
                " connectivity ", connectivity, ", marker ", test::name_of(marker), ", mask ", test::name_of(mask),
                ", out ", in_place ? "marker" : test::name_of(out), ", ", threads, " threads, ", target_name(target));
  }
};

// The factors, in the order of their counts below.
std::vector<int> counts() {
  return {dtype_count,
          static_cast<int>(shapes().size()),
          content_count,
          palette_count,
          2,
          3,
          layout_count,
          layout_count,
          layout_count,
          static_cast<int>(std::size(thread_counts)),
          static_cast<int>(targets().size())};
}

Case case_of(const Choice& row) {
  Case c{};
  c.scene = {static_cast<DType>(row[0]), shapes()[static_cast<std::size_t>(row[1])], static_cast<Content>(row[2]),
             static_cast<Palette>(row[3]), static_cast<Method>(row[4])};
  c.connectivity = 1 + row[5] % c.scene.shape.rank();
  c.marker = static_cast<Layout>(row[6]);
  c.mask = static_cast<Layout>(row[7]);
  // An output cannot hold a pixel twice, so the last choice stands for the marker itself.
  c.in_place = static_cast<Layout>(row[8]) == Layout::broadcast && c.marker != Layout::broadcast;
  c.out = static_cast<Layout>(row[8]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[8]);
  c.threads = thread_counts[row[9]];
  c.target = targets()[static_cast<std::size_t>(row[10])];
  return c;
}

void run(const Case& c, Random& random) {
  const Pair pair = make_pair(c.scene, random);
  const Placed marker(pair.marker, c.marker, random), mask(pair.mask, c.mask, random);
  const Placed result(make_noise(c.scene.dtype, c.scene.shape, Palette::spread, random), c.out, random);
  const Placed& out = c.in_place ? marker : result;
  const Image expected = oracle(marker.view(), mask.view(), c.scene.method, c.connectivity);
  const ReconstructOptions options{c.scene.method, c.connectivity, Nan::ignore};

  if (c.scene.shape.count() <= 5000) {  // its cost grows with the longest corridor
    const Image plain = reconstruct(marker.view(), mask.view(), options, {.device = "reference"});
    ASSERT_EQ(difference(expected, plain), "") << "reference";
  }
  const ForcedTarget force(c.target);
  const Execution on{.device = tested_device(), .threads = c.threads};
  if (!is_taken("reconstruct", c.scene.dtype)) {
    if (c.scene.shape.count() == 0) return;
    ASSERT_THROW(reconstruct(marker.view(), mask.view(), out.view(), options, on), Error);
    return;
  }
  reconstruct(marker.view(), mask.view(), out.view(), options, on);
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(mask.unchanged()) << "the mask was written";
  ASSERT_TRUE(c.in_place || marker.unchanged()) << "the marker was written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
}

TEST(Reconstruct, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows = choices(counts(), tested_device() == "cpu" ? 500 : 0, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
  RecordProperty("cases", static_cast<int>(rows.size()));
}

TEST(Reconstruct, equals_reference_on_long_corridors) {
  Random random(run_seed() + 1);
  for (const Shape& shape : {Shape{65, 65}, Shape{129, 67}, Shape{5, 17, 33}}) {
    const Pair pair = make_pair({.shape = shape, .content = Content::spiral}, random);
    const ReconstructOptions options{.connectivity = 1};
    const Image expected = reconstruct(pair.marker, pair.mask, options, {.device = "reference"});
    const Image found = reconstruct(pair.marker, pair.mask, options, {.device = tested_device(), .threads = 2});
    EXPECT_EQ(difference(expected, found), "") << shape.text();
  }
}

TEST(Reconstruct, reads_connectivity_0_as_the_rank) {
  Random random(run_seed() + 2);
  for (const Shape& shape : {Shape{40, 50}, Shape{9, 11, 13}}) {
    const Pair pair = make_pair({.shape = shape, .content = Content::chess}, random);
    const Image found = reconstruct(pair.marker, pair.mask, {}, {.device = tested_device()});
    EXPECT_EQ(difference(oracle(pair.marker, pair.mask, Method::dilation, shape.rank()), found), "");
  }
}

TEST(Reconstruct, clamps_a_marker_beyond_its_mask) {
  const std::uint8_t marker[] = {0, 9, 0, 0}, mask[] = {3, 4, 2, 5};
  const std::uint8_t expected[] = {3, 4, 2, 2};
  const Shape shape{1, 4};
  const Image found = reconstruct(ConstImageView(marker, DType::uint8, shape),
                                  ConstImageView(mask, DType::uint8, shape), {}, {.device = tested_device()});
  EXPECT_EQ(difference(ConstImageView(expected, DType::uint8, shape), found), "");
}

TEST(Reconstruct, reads_a_negative_zero_as_zero) {
  const float marker[] = {-1, -0.0f, -0.0f, -2}, mask[] = {-0.0f, 0, -0.0f, 1};
  const float expected[] = {0, 0, 0, 0};
  const Shape shape{1, 4};
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    const Image found =
        reconstruct(ConstImageView(marker, DType::float32, shape), ConstImageView(mask, DType::float32, shape),
                    {.nan = Nan::ignore}, {.device = device});
    EXPECT_EQ(difference(ConstImageView(expected, DType::float32, shape), found), "") << device;
  }
}

TEST(Reconstruct, stops_water_at_a_nan_of_the_mask) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const float marker[] = {nan, 5, 0, 7, nan, nan}, mask[] = {9, 9, nan, 4, 2, nan};
  const float expected[] = {5, 5, nan, 4, 2, nan};
  const Shape shape{1, 6};
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    const Image found =
        reconstruct(ConstImageView(marker, DType::float32, shape), ConstImageView(mask, DType::float32, shape),
                    {.nan = Nan::ignore}, {.device = device});
    EXPECT_EQ(difference(ConstImageView(expected, DType::float32, shape), found), "") << device;
  }
}

}  // namespace
}  // namespace preamar::test
