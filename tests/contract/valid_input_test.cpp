// The optional input `valid`: statistics equal those of an image that has the valid pixels only, gaussian equals the
// normalised sum, and fill_depressions the call with other marks of cells without data.
#include <preamar/cast.h>
#include <preamar/fill_depressions.h>
#include <preamar/gaussian.h>
#include <preamar/histogram.h>
#include <preamar/minmax.h>
#include <preamar/operator.h>
#include <preamar/otsu.h>

#include "core/border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace preamar::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
const Shape tried_shapes[] = {{1, 1}, {1, 70}, {31, 67}, {64, 65}, {4, 5, 6}, {3, 17, 65}};
const std::string* device_names() {
  static const std::string names[] = {tested_device(), "reference"};
  return names;
}

// An image, its valid pixels in `valid`, and a copy of these alone.
struct Sample {
  Image image, valid, alone;
  std::vector<bool> is_valid;
};

// Levels that fit in few bins, of both signs if the dtype has them.
Image few_levels(DType dtype, const Shape& shape, Random& random) {
  Image image(dtype, shape);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const auto level = static_cast<int>(random.below(dtype == DType::boolean ? 2 : random.one_in(3) ? 120 : 30));
      static_cast<T*>(image.data())[i] =
          static_cast<T>(std::is_signed_v<T> ? level - 20 : level) / static_cast<T>(is_floating(dtype) ? 3 : 1);
    }
  });
  return image;
}

// Invalid are about `percent` of 100 pixels. Those of the image have any value of the dtype, such as NaN; valid ones
// are those of `levels`. A valid pixel is any integer but 0.
Sample sample_of(ConstImageView levels, std::int64_t percent, Random& random) {
  const std::int64_t count = levels.shape().count();
  const auto size = static_cast<std::size_t>(size_of(levels.dtype()));
  Sample sample{.image = make_noise(levels.dtype(), levels.shape(), Palette::with_nan, random),
                .valid = make_noise(static_cast<DType>(random.below(9)), levels.shape(), Palette::extremes, random),
                .alone = {},
                .is_valid = {}};
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    std::byte* const mark = pixel(sample.valid, i);
    const int width = size_of(sample.valid.dtype());
    const bool is_zero = std::all_of(mark, mark + width, [](std::byte b) { return b == std::byte{}; });
    const bool is_valid = random.below(100) >= percent;
    if (!is_valid)
      std::memset(mark, 0, static_cast<std::size_t>(width));
    else if (is_zero)
      mark[width - 1] = std::byte{1};
    if (is_valid) std::memcpy(pixel(sample.image, i), pixel(levels, i), size);
    sample.is_valid.push_back(is_valid);
    kept += is_valid;
  }
  sample.alone = Image(levels.dtype(), {1, kept});
  for (std::int64_t i = 0, at = 0; i < count; ++i)
    if (sample.is_valid[static_cast<std::size_t>(i)])
      std::memcpy(pixel(sample.alone, at++), pixel(sample.image, i), size);
  return sample;
}

class ValidInput : public testing::TestWithParam<int> {
 protected:
  // Calls check(sample, image, valid, on): views in any layout, on all backends.
  template <class Levels, class Check>
  void for_each_sample(std::string_view op, const Levels& levels, const Check& check) {
    for (const Shape& shape : tried_shapes)
      for (const std::int64_t percent : {0, 10, 50, 90}) {
        const Sample sample = sample_of(levels(shape), percent, random);
        const Placed image(sample.image, any_layout(), random), valid(sample.valid, any_layout(), random);
        for (int i = 0; i < 2; ++i) {
          const Execution on{.device = device_names()[i], .threads = 1 + static_cast<int>(random.below(3))};
          if (i == 0 && !is_taken(op, dtype)) continue;
          SCOPED_TRACE(text(op, " of ", shape.text(), " ", preamar::name_of(dtype), ", valid is ",
                            preamar::name_of(sample.valid.dtype()), ", ", percent, " % invalid, ", on.device));
          check(sample, image.view(), valid.view(), on);
          ASSERT_TRUE(image.unchanged() && valid.unchanged()) << "an input was written";
          if (HasFailure()) return;
        }
      }
  }

  [[nodiscard]] Layout any_layout() { return static_cast<Layout>(random.below(layout_count - 1)); }
  [[nodiscard]] auto few() {
    return [this](const Shape& shape) { return few_levels(dtype, shape, random); };
  }
  [[nodiscard]] auto noise(Palette palette) {
    return [this, palette](const Shape& shape) { return make_noise(dtype, shape, palette, random); };
  }

  DType dtype = static_cast<DType>(GetParam());
  Random random{run_seed()};
};

constexpr const char* no_pixel = ": image has no valid pixel";

TEST_P(ValidInput, of_minmax) {
  for (const Palette palette : {Palette::spread, Palette::extremes})
    for_each_sample("minmax", noise(palette),
                    [](const Sample& sample, ConstImageView image, ConstImageView valid, const Execution& on) {
                      if (sample.alone.shape().count() == 0)
                        EXPECT_RAISES((void)minmax(image, valid, on), ErrorKind::input,
                                      std::string("minmax") + no_pixel);
                      else
                        EXPECT_EQ(minmax(sample.alone), minmax(image, valid, on));
                    });
}

TEST_P(ValidInput, of_histogram_with_a_range) {
  using Range = std::array<double, 2>;
  const HistogramOptions all[] = {{.bins = 256, .range = Range{0, 255}},
                                  {.bins = 7, .range = Range{-0.5, 100.25}},
                                  {.bins = 5, .range = Range{10, 50}},
                                  {.bins = 3000, .range = Range{-40000, 70000}}};
  for (const HistogramOptions& options : all)
    for (const Palette palette : {Palette::spread, Palette::extremes})
      for_each_sample("histogram", noise(palette),
                      [&](const Sample& sample, ConstImageView image, ConstImageView valid, const Execution& on) {
                        HistogramOptions with_valid = options;
                        with_valid.valid = valid;
                        EXPECT_EQ(difference(histogram(sample.alone, options), histogram(image, with_valid, on)), "");
                      });
}

TEST_P(ValidInput, of_histogram_without_a_range) {
  const bool is_range_known = size_of(dtype) == 1;
  for_each_sample(
      "histogram", few(), [&](const Sample& sample, ConstImageView image, ConstImageView valid, const Execution& on) {
        const HistogramOptions options{.bins = 50, .valid = valid};
        if (sample.alone.shape().count() == 0 && !is_range_known)
          EXPECT_RAISES((void)histogram(image, options, on), ErrorKind::input, std::string("histogram") + no_pixel);
        else
          EXPECT_EQ(difference(histogram(sample.alone, {.bins = 50}), histogram(image, options, on)), "");
      });
}

TEST_P(ValidInput, of_otsu) {
  for_each_sample("otsu", few(),
                  [](const Sample& sample, ConstImageView image, ConstImageView valid, const Execution& on) {
                    const OtsuOptions options{.bins = 40, .valid = valid};
                    if (sample.alone.shape().count() == 0)
                      EXPECT_RAISES((void)otsu(image, options, on), ErrorKind::input, std::string("otsu") + no_pixel);
                    else
                      EXPECT_EQ(otsu(sample.alone, {.bins = 40}), otsu(image, options, on));
                  });
}

TEST_P(ValidInput, of_statistics_needs_a_valid_pixel) {
  const Image image = few_levels(dtype, {7, 9}, random), none = filled<bool>({7, 9}, false);
  for (int i = 0; i < 2; ++i) {
    const Execution on{.device = device_names()[i]};
    if (i == 0 && !is_taken("minmax", dtype)) continue;
    EXPECT_RAISES((void)minmax(image, none, on), ErrorKind::input, std::string("minmax") + no_pixel);
    EXPECT_RAISES((void)otsu(image, {.valid = none}, on), ErrorKind::input, std::string("otsu") + no_pixel);
    const HistogramOptions counted{.bins = 5, .range = std::array<double, 2>{0, 10}, .valid = none};
    EXPECT_EQ(difference(filled<std::int64_t>(Shape{5}, 0), histogram(image, counted, on)), "");
    if (size_of(dtype) == 1) continue;
    EXPECT_RAISES((void)histogram(image, {.valid = none}, on), ErrorKind::input, std::string("histogram") + no_pixel);
  }
}

// The normalised sum over the window in one step, in double; nothing if no pixel of the window is valid.
std::optional<double> smoothed(const Sample& sample, const Image& levels, const GaussianOptions& options,
                               const std::array<std::int64_t, 3>& at) {
  const Shape& shape = levels.shape();
  const int rank = shape.rank();
  const auto radius = static_cast<std::int64_t>(options.truncate * options.sigma + 0.5);
  double sum = 0, total = 0;
  std::array<std::int64_t, 3> step{};
  const auto add = [&] {
    double away = 0;
    std::int64_t index = 0;
    for (int axis = 0; axis < rank; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const std::int64_t place = border_index(options.border, at[a] + step[a], shape[axis]);
      if (place == outside) return;
      index = index * shape[axis] + place;
      away += static_cast<double>(step[a] * step[a]);
    }
    if (!sample.is_valid[static_cast<std::size_t>(index)]) return;
    const double weight = std::exp(-0.5 * away / options.sigma / options.sigma);
    total += weight;
    sum += weight * static_cast<const double*>(levels.data())[index];
  };
  const std::int64_t deep = rank == 3 ? radius : 0;
  for (std::int64_t z = -deep; z <= deep; ++z)
    for (std::int64_t y = -radius; y <= radius; ++y)
      for (std::int64_t x = -radius; x <= radius; ++x) {
        if (rank == 3)
          step = {z, y, x};
        else
          step = {y, x, 0};
        add();
      }
  return total > 0 ? std::optional(sum / total) : std::nullopt;
}

std::array<std::int64_t, 3> place_of(std::int64_t index, const Shape& shape) {
  std::array<std::int64_t, 3> at{};
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    at[static_cast<std::size_t>(axis)] = index % shape[axis];
    index /= shape[axis];
  }
  return at;
}

// Of positive levels, whose sums have no cancellation.
TEST(ValidInputOfGaussian, is_the_normalised_sum) {
  Random random(run_seed() + 1);
  for (const Shape& shape : {Shape{13, 20}, Shape{1, 9}, Shape{5, 6, 7}})
    for (const Border border : {Border::nearest, Border::reflect, Border::constant, Border::wrap})
      for (const double sigma : {0.6, 1.5}) {
        Image levels(DType::float64, shape);
        for (double& level : levels.as<double>()) level = 1 + static_cast<double>(random.below(1000));
        const Sample sample = sample_of(levels, random.below(91), random);
        const Placed image(sample.image, Layout::padded, random), valid(sample.valid, Layout::transposed, random);
        const GaussianOptions options{.sigma = sigma, .truncate = 3.5, .border = border, .valid = valid.view()};
        for (const char* device : {"cpu", "reference"}) {
          const Image found = gaussian(image.view(), options, {.device = device, .threads = 2});
          for (std::int64_t i = 0; i < shape.count(); ++i) {
            const std::optional<double> expected = smoothed(sample, levels, options, place_of(i, shape));
            if (!expected) continue;
            const double value = static_cast<const double*>(found.data())[i];
            ASSERT_NEAR(value, *expected, 1e-12 * *expected) << device << " " << shape.text() << " at " << i;
          }
        }
      }
}

TEST_P(ValidInput, of_gaussian_does_not_see_invalid_pixels) {
  if (tested_device() != "cpu") GTEST_SKIP() << "a device refuses it";
  for (const Shape& shape : tried_shapes) {
    const Image levels = few_levels(dtype, shape, random);
    const Sample sample = sample_of(levels, random.below(91), random);
    GaussianOptions options{.sigma = 1.2, .dtype = DType::float64, .valid = sample.valid};
    const Image expected = gaussian(levels, options, {.device = "reference"});
    EXPECT_EQ(difference(expected, gaussian(sample.image, options, {.threads = 3})), "") << shape.text();
    // The sum is rounded once, to any dtype. Pixels without a valid one in their window are not compared.
    Image defined = dense_copy(expected);
    for (double& sum : defined.as<double>()) sum = std::isnan(sum) ? 0 : sum;
    for (const DType to : {DType::uint8, DType::int16, DType::float32, dtype}) {
      options.dtype = to;
      Image found = gaussian(sample.image, options);
      for (std::int64_t i = 0; i < shape.count(); ++i)
        if (std::isnan(expected.as<double>()[static_cast<std::size_t>(i)]))
          std::memset(pixel(found, i), 0, static_cast<std::size_t>(size_of(to)));
      EXPECT_EQ(difference(cast(defined, {.dtype = to}), found), "") << preamar::name_of(to);
    }
  }
}

TEST(ValidInputOfGaussian, is_nearly_that_of_all_pixels_if_all_are_valid) {
  Random random(run_seed() + 2);
  for (const Shape& shape : {Shape{40, 70}, Shape{9, 8, 30}})
    for (const Border border : {Border::nearest, Border::reflect, Border::wrap}) {
      Image image(DType::float64, shape);
      for (double& level : image.as<double>()) level = 1 + static_cast<double>(random.below(1000));
      GaussianOptions options{.sigma = 2, .border = border};
      const Image plain = gaussian(image, options);
      const Image all = filled<std::int16_t>(shape, -1);
      options.valid = all;
      const Image found = gaussian(image, options);
      for (std::int64_t i = 0; i < shape.count(); ++i) {
        const double expected = static_cast<const double*>(plain.data())[i];
        ASSERT_NEAR(static_cast<const double*>(found.data())[i], expected, 1e-12 * expected);
      }
    }
}

constexpr double unused = 77;

// The image with a mark in its invalid pixels that needs no mask: NaN, or for integers `unused`.
Image marked(const Sample& sample) {
  Image image = dense_copy(sample.image);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      if (!sample.is_valid[static_cast<std::size_t>(i)])
        static_cast<T*>(image.data())[i] = static_cast<T>(std::is_floating_point_v<T> ? nan : unused);
  });
  return image;
}

void clear_invalid(const Sample& sample, Image& image) {
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  for (std::int64_t i = 0; i < image.shape().count(); ++i)
    if (!sample.is_valid[static_cast<std::size_t>(i)]) std::memset(pixel(image, i), 0, size);
}

TEST_P(ValidInput, of_fill_depressions) {
  if (dtype == DType::boolean) GTEST_SKIP() << "has no unused value";
  const auto terrain = [&](const Shape& shape) {
    const auto content = static_cast<Content>(random.below(content_count));
    const auto palette = static_cast<Palette>(random.below(is_floating(dtype) ? palette_count : 2));
    Image levels = make_pair({dtype, shape, content, palette, Method::erosion}, random).mask;
    with_type(dtype, [&]<class T>(std::type_identity<T>) {
      T* const pixels = static_cast<T*>(levels.data());
      std::replace(pixels, pixels + shape.count(), static_cast<T>(unused), static_cast<T>(unused + 1));
    });
    return levels;
  };
  for_each_sample("fill_depressions", terrain,
                  [&](const Sample& sample, ConstImageView image, ConstImageView valid, const Execution& on) {
                    FillDepressionsOptions options{.connectivity = 1 + static_cast<int>(random.below(2))};
                    if (!is_floating(dtype)) options.nodata = unused;
                    Image expected = fill_depressions(marked(sample), options, {.device = "reference"});
                    clear_invalid(sample, expected);
                    options.valid = valid;
                    EXPECT_EQ(difference(expected, fill_depressions(image, options, on)), "");
                    if (is_floating(dtype)) return;
                    options.nodata = {};
                    EXPECT_EQ(difference(expected, fill_depressions(image, options, on)), "");
                  });
}

// A cell is an outlet if it is not valid, is NaN or has the value of `nodata`; only the first become 0.
TEST(ValidInputOfFillDepressions, is_one_of_three_marks) {
  const auto none = std::numeric_limits<float>::quiet_NaN();
  const Image image =
      image_of<float>({3, 9}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 7, 2, -9999, 3, none, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
  Image valid = filled<std::uint8_t>({3, 9}, 255);
  static_cast<std::uint8_t*>(valid.data())[11] = 0;
  const Image expected =
      image_of<float>({3, 9}, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 0, 2, -9999, 3, none, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
  for (const char* device : {"reference", "cpu"})
    EXPECT_EQ(difference(expected, fill_depressions(image, {.nodata = -9999, .valid = valid}, {.device = device})), "");
}

TEST(ValidInputRefusals, are_by_name) {
  const Image image = filled<float>({2, 3}, 1), small(DType::boolean, {2, 2}), level(DType::float32, {2, 3});
  const auto expect_refused = [&](const std::string& op, const std::string& name, const auto& call) {
    EXPECT_RAISES(call(small), ErrorKind::call,
                  op + ": " + name + " has shape 2x3 and valid 2x2; their shape must be the same");
    EXPECT_RAISES(call(level), ErrorKind::call,
                  op + ": valid is float32; give bool or integers, such as the result of the operator valid");
  };
  expect_refused("minmax", "image", [&](ConstImageView valid) { (void)minmax(image, valid); });
  expect_refused("otsu", "image", [&](ConstImageView valid) { (void)otsu(image, {.valid = valid}); });
  expect_refused("histogram", "image", [&](ConstImageView valid) { (void)histogram(image, {.valid = valid}); });
  expect_refused("gaussian", "image",
                 [&](ConstImageView valid) { (void)gaussian(image, {.sigma = 1, .valid = valid}); });
  expect_refused("fill_depressions", "elevation",
                 [&](ConstImageView valid) { (void)fill_depressions(image, {.valid = valid}); });
}

TEST(ValidInputRefusals, are_of_valid_NaN) {
  Image image = filled<float>({2, 3}, 1);
  static_cast<float*>(image.data())[4] = std::numeric_limits<float>::quiet_NaN();
  const Image valid = filled<std::uint16_t>({2, 3}, 256);
  const auto expect_refused = [&](const std::string& op, const auto& call) {
    EXPECT_RAISES(call(), ErrorKind::input, op + ": image holds 1 NaN; replace them");
  };
  expect_refused("minmax", [&] { (void)minmax(image, valid); });
  expect_refused("otsu", [&] { (void)otsu(image, {.valid = valid}); });
  expect_refused("histogram", [&] { (void)histogram(image, {.valid = valid}); });
  expect_refused("histogram", [&] { (void)histogram(image, {.range = std::array<double, 2>{0, 2}, .valid = valid}); });
  expect_refused("gaussian", [&] { (void)gaussian(image, {.sigma = 1, .valid = valid}); });
}

INSTANTIATE_TEST_SUITE_P(DType, ValidInput, testing::Range(0, dtype_count));

}  // namespace
}  // namespace preamar::test
