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

#include <numeric>
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
