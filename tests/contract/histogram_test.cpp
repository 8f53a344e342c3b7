// histogram: compared with plain loops over the edges, for every dtype, shape, layout, thread count and SIMD target.
#include <preamar/error.h>
#include <preamar/histogram.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cmath>
#include <limits>
#include <vector>

namespace preamar::test {
namespace {

const std::vector<HistogramOptions>& variants() {
  using Range = std::array<double, 2>;
  static const std::vector<HistogramOptions> all = {
      {.bins = 256, .range = Range{0, 255}},        {.bins = 1, .range = Range{-1e30, 1e30}},
      {.bins = 7, .range = Range{-0.5, 100.25}},    {.bins = 100000, .range = Range{-40000, 70000}},
      {.bins = 64, .range = Range{0, 0x1p63}},      {.bins = 3, .range = Range{1, 1}},
      {.bins = 50, .range = Range{1e-320, 2e-320}}, {.bins = 10, .range = Range{0, 1}}};
  return all;
}

// The bin of a level by bisection of nothing: all edges are looked at.
Image counted(ConstImageView image, const HistogramOptions& options) {
  auto [low, high] = *options.range;
  if (low == high) low -= 0.5, high += 0.5;
  std::vector<double> edges;
  const double step = (high - low) / static_cast<double>(options.bins);
  for (std::int64_t i = 0; i < options.bins; ++i)
    edges.push_back(low + (step == 0 ? static_cast<double>(i) / static_cast<double>(options.bins) * (high - low)
                                     : static_cast<double>(i) * step));
  edges.push_back(high);
  if (image.dtype() == DType::float32)
    for (double& edge : edges) edge = static_cast<float>(edge);
  Image counts = filled<std::int64_t>(Shape{options.bins}, 0);
  auto* const count = static_cast<std::int64_t*>(counts.data());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      const auto level = static_cast<double>(static_cast<const T*>(image.data())[i]);
      if (level < edges.front() || level > edges.back()) continue;
      const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, level);
      ++count[above - edges.begin() - 1];
    }
  });
  return counts;
}

TEST(Histogram, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract(
      {.op = "histogram",
       .variants = static_cast<int>(variants().size()),
       .oracle = [](ConstImageView image,
                    const UnaryCase& c) { return counted(image, variants()[static_cast<std::size_t>(c.variant)]); },
       .call =
           [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
             histogram(image, out, variants()[static_cast<std::size_t>(c.variant)], on);
           }});
}

template <class T>
void expect_own_range(const Image& image, double low, double high) {
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    if (device != "reference" && !is_taken("histogram", image.dtype())) continue;
    EXPECT_EQ(difference(counted(image, {.bins = 10, .range = std::array{low, high}}),
                         histogram(image, {.bins = 10}, {.device = device})),
              "")
        << device;
  }
}

TEST(Histogram, takes_the_range_of_the_type_or_of_the_image) {
  expect_own_range<std::uint8_t>(image_of<std::uint8_t>({1, 4}, {3, 7, 25, 26}), 0, 255);
  expect_own_range<std::int8_t>(image_of<std::int8_t>({1, 4}, {-3, 7, 25, 26}), -128, 127);
  expect_own_range<bool>(image_of<bool>({1, 4}, {true, true, true, true}), 0, 1);
  expect_own_range<std::int16_t>(image_of<std::int16_t>({1, 4}, {-3, 7, 25, 26}), -3, 26);
  expect_own_range<double>(image_of<double>({1, 4}, {0.5, 0.25, 8, 0.125}), 0.125, 8);
  expect_own_range<std::uint64_t>(image_of<std::uint64_t>({1, 2}, {9, 9}), 8.5, 9.5);
}

// Large enough to be counted in pairs of pixels, some of which repeat.
TEST(Histogram, counts_every_value_of_a_byte) {
  Image image(DType::uint8, {1031, 1029});
  auto* const pixels = static_cast<std::uint8_t*>(image.data());
  for (std::int64_t i = 0; i < image.shape().count(); ++i)
    pixels[i] = static_cast<std::uint8_t>(i < 400000 ? i % 251 : i < 700000 ? i / 1000 : i * i >> 7);
  const Image counts = histogram(image, {}, {.device = tested_device()});
  std::vector<std::int64_t> expected(256, 0);
  for (std::int64_t i = 0; i < image.shape().count(); ++i) ++expected[pixels[i]];
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), static_cast<const std::int64_t*>(counts.data())));
}

TEST(Histogram, refuses_by_name) {
  const Image image = filled<float>({2, 2}, 1);
  using Range = std::array<double, 2>;
  EXPECT_RAISES((void)histogram(image, {.bins = 0}), ErrorKind::call,
                "histogram: bins is 0; it must be from 1 to 2147483647");
  EXPECT_RAISES((void)histogram(image, {.range = Range{2, 1}}), ErrorKind::call,
                "histogram: range is 2,1; it must be two finite numbers, the second not below the first");
  EXPECT_RAISES((void)histogram(filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN())), ErrorKind::input,
                "histogram: image holds 4 NaN; replace them");
  EXPECT_RAISES((void)histogram(filled<float>({2, 2}, std::numeric_limits<float>::infinity())), ErrorKind::input,
                "histogram: image holds values from inf to inf; bins need finite values: give range");
  Image counts(DType::int32, Shape{256});
  EXPECT_RAISES(histogram(image, counts), ErrorKind::call, "histogram: counts is 256 int32; it must be 256 int64");
}

}  // namespace
}  // namespace preamar::test
