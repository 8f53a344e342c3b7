// label gives the same bytes with every layout of its images, number of threads and instruction set.
#include <preamar/error.h>
#include <preamar/label.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};

struct Case {
  Scene scene;
  LabelOptions options;
  Layout image, out;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(test::name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype),
                " connectivity ", options.connectivity, options.by_value ? " by value" : " foreground", " to ",
                preamar::name_of(options.dtype), ", image ", test::name_of(image), ", out ", test::name_of(out), ", ",
                threads, " threads, ", target_name(target));
  }
};

Case case_of(const Choice& row) {
  Case c{};
  c.scene = {.dtype = static_cast<DType>(row[0]),
             .shape = shapes()[static_cast<std::size_t>(row[1])],
             .content = static_cast<Content>(row[2])};
  c.options.connectivity = 1 + row[3] % c.scene.shape.rank();
  c.options.by_value = row[4] != 0;
  c.options.dtype = row[5] == 0 ? DType::uint32 : DType::uint64;
  c.image = static_cast<Layout>(row[6]);
  c.out = static_cast<Layout>(row[7]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[7]);
  c.threads = thread_counts[row[8]];
  c.target = targets()[static_cast<std::size_t>(row[9])];
  return c;
}

// Few values, so that many neighbours are equal and many are 0.
Image coarse(const Scene& scene, Random& random) {
  Image image = make_pair(scene, random).mask;
  with_type(scene.dtype, [&]<class T>(std::type_identity<T>) {
    T* const cells = static_cast<T*>(image.data());
    const std::int64_t count = scene.shape.count();
    std::vector<T> levels(cells, cells + count);
    std::ranges::sort(levels);
    for (std::int64_t i = 0; i < count; ++i) {
      const bool high = cells[i] > levels[static_cast<std::size_t>(count / 2)];
      cells[i] = static_cast<T>(high ? 1 + (scene.dtype == DType::boolean ? 0 : random.below(8) / 7) : 0);
    }
  });
  return image;
}

// Reference implementation: union-find over all pairs of neighbours, then labels in raster order.
template <class T>
std::vector<std::int64_t> numbered(const Image& image, const LabelOptions& options) {
  const Shape& shape = image.shape();
  const int rank = shape.rank();
  const std::int64_t rows = shape[rank - 2], columns = shape[rank - 1], count = shape.count();
  const T* const cells = static_cast<const T*>(image.data());
  const T background = static_cast<T>(options.background);
  std::vector<std::int64_t> parent(static_cast<std::size_t>(count));
  std::iota(parent.begin(), parent.end(), 0);
  const auto up = [&](std::int64_t i) -> std::int64_t& { return parent[static_cast<std::size_t>(i)]; };
  const auto find = [&](std::int64_t i) {
    while (up(i) != i) i = up(i) = up(up(i));
    return i;
  };
  const auto joined = [&](T a, T b) { return a != background && b != background && (!options.by_value || a == b); };
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t dz = -1; dz <= 0; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          const std::int64_t z = i / (rows * columns) + dz, y = i / columns % rows + dy, x = i % columns + dx;
          const std::int64_t j = (z * rows + y) * columns + x;
          if (z < 0 || y < 0 || x < 0 || y >= rows || x >= columns || j >= i) continue;
          if (dz * dz + dy * dy + dx * dx > options.connectivity || !joined(cells[i], cells[j])) continue;
          const std::int64_t a = find(i), b = find(j);
          up(std::max(a, b)) = std::min(a, b);
        }
  std::vector<std::int64_t> number(static_cast<std::size_t>(count));
  std::int64_t last = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (cells[i] == background) continue;
    const std::int64_t root = find(i);
    number[static_cast<std::size_t>(i)] = root == i ? ++last : number[static_cast<std::size_t>(root)];
  }
  return number;
}

Image oracle_of(const Image& image, const LabelOptions& options) {
  Image labels(options.dtype, image.shape());
  const std::vector<std::int64_t> numbers =
      with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { return numbered<T>(image, options); });
  with_type(options.dtype, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < numbers.size(); ++i) static_cast<T*>(labels.data())[i] = static_cast<T>(numbers[i]);
  });
  return labels;
}

void run(const Case& c, Random& random) {
  const Image cells = coarse(c.scene, random);
  const Placed image(cells, c.image, random);
  const Placed out(make_noise(c.options.dtype, c.scene.shape, Palette::spread, random), c.out, random);
  const Image expected = oracle_of(dense_copy(image.view()), c.options);
  const Labels plain = label(image.view(), c.options, {.device = "reference"});
  ASSERT_EQ(difference(expected, plain.image), "") << "reference";
  const ForcedTarget force(c.target);
  const Execution on{.device = tested_device(), .threads = c.threads};
  if (!is_taken("label", c.scene.dtype)) {
    if (c.scene.shape.count() == 0) return;
    EXPECT_RAISES_ABOUT((void)label(image.view(), out.view(), c.options, on), ErrorKind::device, "has no");
    return;
  }
  const std::int64_t count = label(image.view(), out.view(), c.options, on);
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_EQ(count, plain.count);
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
}

TEST(Label, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows =
      choices({dtype_count, static_cast<int>(shapes().size()), content_count, 3, 2, 2, layout_count, layout_count,
               static_cast<int>(std::size(thread_counts)), static_cast<int>(targets().size())},
              tested_device() == "cpu" ? 300 : 0, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

// Bounds between, on and beyond the values of the image.
std::vector<Interval> random_intervals(const Image& image, Random& random) {
  std::vector<double> bounds;
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const auto* const cells = static_cast<const T*>(image.data());
    for (std::int64_t i = 2 * (1 + random.below(4)); i > 0; --i)
      bounds.push_back(static_cast<double>(cells[random.below(image.shape().count())]) +
                       static_cast<double>(random.below(5) - 2) / 2);
  });
  if (random.one_in(4)) bounds[0] = -std::numeric_limits<double>::infinity();
  if (random.one_in(4)) bounds[1] = std::numeric_limits<double>::infinity();
  std::ranges::sort(bounds);
  std::vector<Interval> intervals;
  for (std::size_t i = 0; i < bounds.size(); i += 2)
    if (intervals.empty() || bounds[i] > intervals.back().high) intervals.push_back({bounds[i], bounds[i + 1]});
  if (random.one_in(2)) std::ranges::reverse(intervals);
  return intervals;
}

// long double holds each pixel of every dtype.
Image class_image(const Image& image, const std::vector<Interval>& intervals) {
  Image classes(DType::uint8, image.shape());
  auto* const to = static_cast<std::uint8_t*>(classes.data());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i) {
      to[i] = 0;
      const auto value = static_cast<long double>(static_cast<const T*>(image.data())[i]);
      for (std::size_t k = 0; k < intervals.size(); ++k)
        if (value >= intervals[k].low && value <= intervals[k].high) to[i] = static_cast<std::uint8_t>(k + 1);
    }
  });
  return classes;
}

TEST(Label, connects_values_of_one_interval) {
  Random random(run_seed() + 5);
  const std::string device = tested_device();
  for (int i = 0; i < 400; ++i) {
    const Scene scene{.dtype = static_cast<DType>(i % dtype_count),
                      .shape = shapes()[static_cast<std::size_t>(random.below(std::ssize(shapes())))],
                      .content = static_cast<Content>(random.below(content_count))};
    if (scene.shape.count() == 0) continue;
    const Image cells = random.one_in(2) ? coarse(scene, random) : make_pair(scene, random).mask;
    LabelOptions options{.connectivity = 1 + static_cast<int>(random.below(scene.shape.rank())),
                         .dtype = random.one_in(2) ? DType::uint32 : DType::uint64};
    options.intervals = random_intervals(cells, random);
    SCOPED_TRACE(text(scene.shape.text(), " ", preamar::name_of(scene.dtype), ", ", options.intervals.size(),
                      " intervals, connectivity ", options.connectivity));
    const Placed image(cells, static_cast<Layout>(random.below(layout_count)), random);
    const Image seen = dense_copy(image.view());
    LabelOptions by_value = options;
    by_value.intervals.clear();
    by_value.by_value = true;
    const Image expected = oracle_of(class_image(seen, options.intervals), by_value);
    ASSERT_EQ(difference(expected, label(image.view(), options, {.device = "reference"}).image), "") << "reference";
    const Execution on{.device = device, .threads = 1 + i / dtype_count % 8};
    if (device != "cpu") {
      EXPECT_RAISES_ABOUT((void)label(image.view(), options, on), ErrorKind::device, "device 'cpu'");
      continue;
    }
    const ForcedTarget force(targets()[static_cast<std::size_t>(random.below(std::ssize(targets())))]);
    const Labels found = label(image.view(), options, on);
    ASSERT_EQ(difference(expected, found.image), "") << on.threads << " threads";
  }
}

// 2^53 + 1 and 2^64 - 1 have no double; float32 pixels are compared with bounds that have no float32.
TEST(Label, compares_bounds_exactly) {
  const auto labels_of = [](ConstImageView image, std::vector<Interval> intervals) {
    const Labels found = label(image, {.intervals = std::move(intervals)});
    const auto* const labels = static_cast<const std::uint32_t*>(found.image.data());
    return std::vector<std::uint32_t>(labels, labels + image.shape().count());
  };
  using Found = std::vector<std::uint32_t>;
  constexpr double exact = 0x1p53, infinity = std::numeric_limits<double>::infinity();
  const std::int64_t wide[] = {(1LL << 53) - 1, 1LL << 53, (1LL << 53) + 1, INT64_MIN, INT64_MAX};
  EXPECT_EQ(labels_of({wide, DType::int64, {1, 5}}, {{-infinity, exact}}), (Found{1, 1, 0, 2, 0}));
  EXPECT_EQ(labels_of({wide, DType::int64, {1, 5}}, {{0x1p63, infinity}, {-0x1p63, -0x1p63}}), (Found{0, 0, 0, 1, 0}));
  const std::uint64_t most[] = {UINT64_MAX, UINT64_MAX - 1, 0};
  EXPECT_EQ(labels_of({most, DType::uint64, {1, 3}}, {{0x1p64, infinity}, {-1, 0.5}}), (Found{0, 0, 1}));
  EXPECT_EQ(labels_of({most, DType::uint64, {1, 3}}, {{0x1p63, 0x1p64}}), (Found{1, 1, 0}));
  const float tenths[] = {0.1F, std::nextafter(0.1F, 0.0F), -0.0F, std::numeric_limits<float>::infinity()};
  EXPECT_EQ(labels_of({tenths, DType::float32, {1, 4}}, {{0.1, 1e300}}), (Found{1, 0, 0, 0}));
  EXPECT_EQ(labels_of({tenths, DType::float32, {1, 4}}, {{0, 0.1}, {1e300, infinity}}), (Found{0, 1, 1, 2}));
}

TEST(Label, takes_255_intervals) {
  std::vector<Interval> intervals;
  for (int i = 1; i < 256; ++i) intervals.push_back({double(i), double(i)});
  Image image(DType::uint8, {1, 256});
  for (int i = 0; i < 256; ++i) static_cast<std::uint8_t*>(image.data())[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(label(image, {.intervals = intervals}).count, 255);
  intervals.push_back({256, 256});
  EXPECT_RAISES((void)label(image, {.intervals = intervals}), ErrorKind::call,
                "label: intervals has 256 intervals; it must have at most 255");
}

TEST(Label, refuses_intervals_that_are_wrong) {
  const std::uint8_t cells[] = {1, 2};
  const ConstImageView image(cells, DType::uint8, {1, 2});
  EXPECT_RAISES_ABOUT((void)label(image, {.intervals = {{0, 1}}}, {.scratch_memory = 1}), ErrorKind::resource,
                      "memory");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_RAISES((void)label(image, {.intervals = {{5, 4.5}}}), ErrorKind::call,
                "label: intervals has 5:4.5; the first bound must not be above the second");
  EXPECT_RAISES_ABOUT((void)label(image, {.intervals = {{nan, 1}}}), ErrorKind::call, "must not be above");
  EXPECT_RAISES_ABOUT((void)label(image, {.intervals = {{10, 20}, {-1, 0}, {0, 3}}}), ErrorKind::call,
                      "label: intervals -1:0 and 0:3 share values");
  EXPECT_RAISES((void)label(image, {.by_value = true, .intervals = {{0, 1}}}), ErrorKind::call,
                "label: by_value is true and intervals is given; give one of them");
  EXPECT_RAISES_ABOUT((void)label(image, {.background = 1, .intervals = {{0, 1}}}), ErrorKind::call,
                      "label: background is 1 and intervals is given");
}

TEST(Label, takes_any_value_for_the_background) {
  const std::uint8_t cells[] = {7, 7, 0, 3, 7, 3};
  const std::uint32_t others[] = {0, 0, 1, 1, 0, 2}, by_value[] = {0, 0, 1, 2, 0, 3};
  const Shape shape{1, 6};
  const ConstImageView image(cells, DType::uint8, shape);
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    const Labels found = label(image, {.background = 7}, {.device = device});
    EXPECT_EQ(difference(ConstImageView(others, DType::uint32, shape), found.image), "");
    EXPECT_EQ(found.count, 2);
    const Labels equal = label(image, {.background = 7, .by_value = true}, {.device = device});
    EXPECT_EQ(difference(ConstImageView(by_value, DType::uint32, shape), equal.image), "");
    EXPECT_EQ(equal.count, 3);
  }
}

// Two objects begin in the same pair of rows: the one in the upper row comes first, whatever its column.
TEST(Label, numbers_by_rows_before_columns) {
  const std::uint8_t cells[2][5] = {{0, 0, 0, 0, 1}, {1, 0, 1, 0, 0}};
  const std::uint32_t expected[2][5] = {{0, 0, 0, 0, 1}, {2, 0, 3, 0, 0}};
  const Labels found = label(ConstImageView(cells, DType::uint8, {2, 5}), {}, {.device = tested_device()});
  EXPECT_EQ(difference(ConstImageView(expected, DType::uint32, {2, 5}), found.image), "");
}

// Two objects begin in the same pair of planes: the one in the upper plane comes first, whatever its row. There are
// enough planes to be processed in pairs.
TEST(Label, numbers_by_planes_before_rows) {
  const Shape shape{64, 4, 5};
  Image image(DType::uint8, shape);
  std::fill_n(static_cast<std::uint8_t*>(image.data()), shape.count(), std::uint8_t{0});
  const auto at = [](std::int64_t z, std::int64_t y, std::int64_t x) { return (z * 4 + y) * 5 + x; };
  static_cast<std::uint8_t*>(image.data())[at(11, 0, 0)] = 1;
  static_cast<std::uint8_t*>(image.data())[at(10, 3, 4)] = 1;
  const Labels found = label(image, {}, {.device = tested_device(), .threads = 2});
  const auto* labels = static_cast<const std::uint32_t*>(found.image.data());
  EXPECT_EQ(labels[at(10, 3, 4)], 1u);
  EXPECT_EQ(labels[at(11, 0, 0)], 2u);
}

// Labels larger than the cache are written by stores that bypass it.
TEST(Label, numbers_large_images) {
  Random random(run_seed() + 3);
  for (const Shape& shape : {Shape{1400, 1536}, Shape{12, 420, 448}}) {
    Image image(DType::uint8, shape);
    auto* const cells = static_cast<std::uint8_t*>(image.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) cells[i] = random.one_in(2);
    const LabelOptions options{.connectivity = shape.rank()};
    const Execution on{.device = tested_device(), .threads = 2};
    EXPECT_EQ(difference(oracle_of(image, options), label(image, options, on).image), "") << shape.text();
  }
}

TEST(Label, refuses_by_name) {
  Random random(1);
  const Image image = make_noise(DType::uint8, {4, 5}, Palette::spread, random);
  Image signed_out(DType::int32, {4, 5}), small(DType::uint32, {4, 4});
  EXPECT_RAISES((void)label(image, signed_out), ErrorKind::call, "label: dtype is int32; it must be uint32 or uint64");
  EXPECT_RAISES((void)label(image, small), ErrorKind::call, "label: out is 4x4 uint32; it must be 4x5 uint32");
  EXPECT_RAISES((void)label(image, {.connectivity = 3}), ErrorKind::call,
                "label: connectivity is 3; it must be from 1 to 2");
  EXPECT_RAISES((void)label(image, {.background = 256}), ErrorKind::call,
                "label: background is 256; it must be from 0 to 255");
  EXPECT_RAISES_ABOUT((void)label(image, {}, {.scratch_memory = 1}), ErrorKind::resource, "memory");
}

}  // namespace
}  // namespace preamar::test
