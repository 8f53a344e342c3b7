// expand_labels takes the nearest label, and gives the same bytes with every layout, number of threads and instruction
// set.
#include <preamar/distance.h>
#include <preamar/expand_labels.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <tuple>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};
constexpr double distances[] = {0, 1, 1.5, 7, std::numeric_limits<double>::infinity()};
constexpr std::int64_t labelled_one_in[] = {1, 3, 50, 2000};

struct Case {
  DType dtype;
  Shape shape;
  std::int64_t one_in;
  ExpandLabelsOptions options;
  Layout labels, out;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(shape.text(), " ", preamar::name_of(dtype), ", labelled 1 in ", one_in, ", distance ", options.distance,
                ", spacing ", options.spacing.size(), ", labels ", test::name_of(labels), ", out ", test::name_of(out),
                ", ", threads, " threads, ", target_name(target));
  }
};

Case case_of(const Choice& row) {
  Case c{};
  c.dtype = static_cast<DType>(row[0]);
  c.shape = shapes()[static_cast<std::size_t>(row[1])];
  c.one_in = labelled_one_in[row[2]];
  c.options.distance = distances[row[3]];
  if (row[4] == 1) c.options.spacing = {0.5};
  if (row[4] == 2)
    c.options.spacing.assign({1.5, 0.3, 1}), c.options.spacing.resize(static_cast<std::size_t>(c.shape.rank()));
  c.labels = static_cast<Layout>(row[5]);
  c.out = static_cast<Layout>(row[6]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[6]);
  c.threads = thread_counts[row[7]];
  c.target = targets()[static_cast<std::size_t>(row[8])];
  return c;
}

Image make_labels(const Case& c, Random& random) {
  Image labels = make_noise(c.dtype, c.shape, Palette::spread, random);
  for (std::int64_t i = 0; i < c.shape.count(); ++i)
    if (!random.one_in(c.one_in)) std::memset(pixel(labels, i), 0, static_cast<std::size_t>(size_of(c.dtype)));
  return labels;
}

TEST(ExpandLabels, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows =
      choices({dtype_count, static_cast<int>(shapes().size()), static_cast<int>(std::size(labelled_one_in)),
               static_cast<int>(std::size(distances)), 3, layout_count, layout_count,
               static_cast<int>(std::size(thread_counts)), static_cast<int>(targets().size())},
              tested_device() == "cpu" ? 50 : 0, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    const Placed labels(make_labels(c, random), c.labels, random);
    const Placed out(make_noise(c.dtype, c.shape, Palette::spread, random), c.out, random);
    const Image expected = expand_labels(labels.view(), c.options, {.device = "reference"});
    const ForcedTarget force(c.target);
    const Execution on{.device = tested_device(), .threads = c.threads};
    if (!is_taken("expand_labels", c.dtype)) {
      if (c.shape.count() == 0) continue;
      EXPECT_RAISES_ABOUT(expand_labels(labels.view(), out.view(), c.options, on), ErrorKind::device, "has no");
      continue;
    }
    expand_labels(labels.view(), out.view(), c.options, on);
    ASSERT_EQ(difference(expected, out.view()), "");
    ASSERT_TRUE(labels.unchanged() && out.guards_hold());
  }
}

// Its definition in terms of distance().
TEST(ExpandLabels, takes_the_label_of_the_nearest_pixel) {
  Random random(run_seed() + 1);
  for (const Shape& shape : {Shape{37, 41}, Shape{7, 12, 19}}) {
    Case c{};
    c.dtype = DType::uint16;
    c.shape = shape;
    c.one_in = 30;
    const Image labels = make_labels(c, random);
    Image background(DType::boolean, shape), squared(DType::uint32, shape), nearest(DType::int64, shape);
    const auto* const values = static_cast<const std::uint16_t*>(labels.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) *pixel(background, i) = std::byte{values[i] == 0};
    distance(background, squared, nearest, {.squared = true});
    for (const double limit : {1.0, 1.42, 3.0, 100.0}) {
      const Image grown = expand_labels(labels, {.distance = limit});
      for (std::int64_t i = 0; i < shape.count(); ++i) {
        const bool near = static_cast<const std::uint32_t*>(squared.data())[i] <= limit * limit;
        const std::uint16_t expected = near ? values[static_cast<const std::int64_t*>(nearest.data())[i]] : 0;
        ASSERT_EQ(static_cast<const std::uint16_t*>(grown.data())[i], expected) << i << " within " << limit;
      }
    }
  }
}

TEST(ExpandLabels, counts_a_distance_equal_to_the_limit) {
  const std::uint8_t labels[] = {7, 0, 0, 0, 0, 0}, expected[] = {7, 7, 7, 7, 0, 0};
  const ConstImageView view(labels, DType::uint8, {1, 6}), wanted(expected, DType::uint8, {1, 6});
  const Execution on{.device = tested_device()};
  EXPECT_EQ(difference(wanted, expand_labels(view, {.distance = 3}, on)), "");
  EXPECT_EQ(difference(wanted, expand_labels(view, {.distance = 0.3, .spacing = {0.1}}, on)), "");
  EXPECT_EQ(difference(wanted, expand_labels(view, {.distance = 0.9, .spacing = {0.7, 0.3}}, on)), "");
}

TEST(ExpandLabels, leaves_an_image_without_labels_as_it_is) {
  Image labels(DType::uint32, {5, 80});
  std::memset(labels.data(), 0, 1600);
  for (const std::string& device : {tested_device(), std::string("reference")})
    EXPECT_EQ(difference(labels, expand_labels(labels, {.distance = 9}, {.device = device})), "");
}

TEST(ExpandLabels, refuses_what_it_cannot_do) {
  Image labels(DType::uint8, {4, 5}), line(DType::uint8, {4}), wide(DType::uint16, {4, 5});
  EXPECT_RAISES(expand_labels(line, line), ErrorKind::call,
                "expand_labels: labels has rank 1; images of rank 2 to 3 are taken");
  EXPECT_RAISES_ABOUT(expand_labels(labels, wide), ErrorKind::call, "must be the same");
  EXPECT_RAISES_ABOUT(expand_labels(labels, labels), ErrorKind::call, "shares memory");
  EXPECT_RAISES(std::ignore = expand_labels(labels, {.distance = -1}), ErrorKind::call,
                "expand_labels: distance is -1; it must be 0 or more");
  const float nan[] = {0, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_RAISES(std::ignore = expand_labels(ConstImageView(nan, DType::float32, {1, 2})), ErrorKind::input,
                "expand_labels: labels holds 1 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
