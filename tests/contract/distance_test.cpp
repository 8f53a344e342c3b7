// distance gives the squares of integer arithmetic, and the same bytes for any layout of its images, number of threads
// and instruction set.
#include <preamar/distance.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};
constexpr std::int64_t background_one_in[] = {1, 2, 30, 1000, std::numeric_limits<std::int64_t>::max()};

enum class Spacing { none, ones, halves, whole, decimal, odd };
constexpr int spacing_count = 6;

std::vector<double> numbers(Spacing spacing, int rank) {
  const auto axes = [&](std::vector<double> all) { return std::vector<double>(all.end() - rank, all.end()); };
  switch (spacing) {
    case Spacing::ones:
      return axes({1, 1, 1});
    case Spacing::halves:
      return {0.5};
    case Spacing::whole:
      return axes({3, 1, 2});
    case Spacing::decimal:
      return axes({0.5, 0.3, 0.1});
    case Spacing::odd:
      return axes({1.2345, 0.777, 3.14159});
    case Spacing::none:
      break;
  }
  return DistanceOptions{}.spacing;
}

struct Case {
  DType dtype;
  Shape shape;
  Palette palette;
  std::int64_t one_in;
  Spacing spacing;
  Layout image, out;
  bool squared, indices;
  int threads;
  std::int64_t target;

  [[nodiscard]] DistanceOptions options() const {
    return {.spacing = numbers(spacing, shape.rank()), .squared = squared};
  }
  [[nodiscard]] std::string describe() const {
    return text(shape.text(), " ", preamar::name_of(dtype), " ", test::name_of(palette), ", background 1 in ", one_in,
                ", spacing ", static_cast<int>(spacing), squared ? " squared" : "", indices ? " indices" : "",
                ", image ", test::name_of(image), ", out ", test::name_of(out), ", ", threads, " threads, ",
                target_name(target));
  }
};

std::vector<int> counts() {
  return {dtype_count,
          static_cast<int>(shapes().size()),
          palette_count,
          static_cast<int>(std::size(background_one_in)),
          spacing_count,
          layout_count,
          layout_count,
          2,
          2,
          static_cast<int>(std::size(thread_counts)),
          static_cast<int>(targets().size())};
}

Case case_of(const Choice& row) {
  Case c{};
  c.dtype = static_cast<DType>(row[0]);
  c.shape = shapes()[static_cast<std::size_t>(row[1])];
  c.palette = static_cast<Palette>(row[2]);
  c.one_in = background_one_in[row[3]];
  c.spacing = static_cast<Spacing>(row[4]);
  c.image = static_cast<Layout>(row[5]);
  c.out = static_cast<Layout>(row[6]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[6]);
  c.squared = row[7] == 1;
  c.indices = row[8] == 1;
  c.threads = thread_counts[row[9]];
  c.target = targets()[static_cast<std::size_t>(row[10])];
  return c;
}

Image make_image(const Case& c, Random& random) {
  Image image = make_noise(c.dtype, c.shape, c.palette, random);
  for (std::int64_t i = 0; i < c.shape.count(); ++i) {
    const auto size = static_cast<std::size_t>(size_of(c.dtype));
    std::memset(pixel(image, i), 1, size);
    if (random.one_in(c.one_in)) std::memset(pixel(image, i), 0, size);
  }
  return image;
}

void run(const Case& c, Random& random) {
  const Placed image(c.one_in == 2 ? make_noise(c.dtype, c.shape, c.palette, random) : make_image(c, random), c.image,
                     random);
  const ImageType type = distance_type(image.view().type(), c.options());
  Image expected(type), expected_indices(DType::int64, c.shape);
  distance(image.view(), expected, expected_indices, c.options(), {.device = "reference"});

  const Placed out(make_noise(type.dtype, c.shape, Palette::spread, random), c.out, random);
  const Placed indices(make_noise(DType::int64, c.shape, Palette::spread, random), c.out, random);
  const ForcedTarget force(c.target);
  const Execution on{.device = tested_device(), .threads = c.threads};
  if (!is_taken("distance", c.dtype)) {
    if (c.shape.count() == 0) return;
    EXPECT_RAISES_ABOUT(distance(image.view(), out.view(), c.options(), on), ErrorKind::device,
                        "has no distance_transform");
    return;
  }
  if (c.indices)
    distance(image.view(), out.view(), indices.view(), c.options(), on);
  else
    distance(image.view(), out.view(), c.options(), on);
  ASSERT_EQ(difference(expected, out.view()), "");
  if (c.indices) {
    ASSERT_EQ(difference(expected_indices, indices.view()), "") << "indices";
  }
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
  ASSERT_TRUE(indices.guards_hold()) << "bytes outside indices were written";
}

TEST(Distance, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows = choices(counts(), tested_device() == "cpu" ? 300 : 0, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
  RecordProperty("cases", static_cast<int>(rows.size()));
}

struct Cell {
  std::int64_t plane, row, column;
};

Cell place_of(std::int64_t index, const Shape& shape) {
  const std::int64_t columns = shape[shape.rank() - 1], rows = shape[shape.rank() - 2];
  return {index / (rows * columns), index / columns % rows, index % columns};
}

std::int64_t squared_between(const Cell& a, const Cell& b) {
  const std::int64_t z = a.plane - b.plane, y = a.row - b.row, x = a.column - b.column;
  return z * z + y * y + x * x;
}

// Brute force over all background pixels, in the order that decides ties.
void expect_brute_force(const Image& image, const Image& squared, const Image& nearest) {
  const Shape& shape = image.shape();
  std::vector<std::int64_t> background;
  for (std::int64_t i = 0; i < shape.count(); ++i)
    if (static_cast<const std::uint8_t*>(image.data())[i] == 0) background.push_back(i);
  std::stable_sort(background.begin(), background.end(), [&](std::int64_t a, std::int64_t b) {
    const Cell p = place_of(a, shape), q = place_of(b, shape);
    return std::tie(p.column, p.row, p.plane) < std::tie(q.column, q.row, q.plane);
  });
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    std::int64_t least = std::numeric_limits<std::uint32_t>::max(), where = -1;
    for (const std::int64_t j : background) {
      const std::int64_t here = squared_between(place_of(i, shape), place_of(j, shape));
      if (here < least) least = here, where = j;
    }
    ASSERT_EQ(static_cast<const std::uint32_t*>(squared.data())[i], least) << "pixel " << i << " of " << shape.text();
    ASSERT_EQ(static_cast<const std::int64_t*>(nearest.data())[i], where) << "pixel " << i << " of " << shape.text();
  }
}

TEST(Distance, equals_brute_force_in_whole_numbers) {
  Random random(run_seed() + 1);
  for (int round = 0; round < 60; ++round) {
    const std::int64_t rows = 1 + random.below(40), columns = 1 + random.below(40);
    const Shape shape =
        round % 2 ? Shape{1 + random.below(9), 1 + random.below(9), 1 + random.below(20)} : Shape{rows, columns};
    const std::int64_t one_in = 1 + random.below(200);
    Image image(DType::uint8, shape), squared(DType::uint32, shape), nearest(DType::int64, shape);
    for (std::int64_t i = 0; i < shape.count(); ++i) *pixel(image, i) = std::byte{!random.one_in(one_in)};
    for (const std::string& device : {tested_device(), std::string("reference")}) {
      distance(image, squared, nearest, {.squared = true}, {.device = device});
      expect_brute_force(image, squared, nearest);
      if (HasFatalFailure()) return;
    }
  }
}

// One background pixel in the corner of an image so large that squares need more than 24, 32 and 33 bits.
TEST(Distance, counts_far_without_loss) {
  for (const Shape& shape : {Shape{3, 6000}, Shape{5000, 2}, Shape{2, 40000}, Shape{50000, 2}, Shape{2, 100000}}) {
    Image image(DType::uint8, shape);
    std::memset(image.data(), 1, static_cast<std::size_t>(shape.count()));
    *pixel(image, 0) = std::byte{0};
    const Execution on{.device = tested_device()};
    const Image squared = distance(image, {.squared = true}, on), root = distance(image, {}, on);
    ASSERT_EQ(squared.dtype(), shape[0] + shape[1] > 65536 ? DType::uint64 : DType::uint32) << shape.text();
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const auto exact = static_cast<std::uint64_t>(squared_between({}, place_of(i, shape)));
      const std::uint64_t found = squared.dtype() == DType::uint64
                                      ? static_cast<const std::uint64_t*>(squared.data())[i]
                                      : static_cast<const std::uint32_t*>(squared.data())[i];
      ASSERT_EQ(found, exact) << i;
      ASSERT_EQ(static_cast<const float*>(root.data())[i], static_cast<float>(std::sqrt(static_cast<double>(exact))))
          << i;
    }
  }
}

TEST(Distance, has_a_value_for_no_background_at_all) {
  const Shape shape{3, 70};
  Image image(DType::uint8, shape), nearest(DType::int64, shape), squared(DType::uint32, shape);
  std::memset(image.data(), 1, 210);
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    distance(image, squared, nearest, {.squared = true}, {.device = device});
    const Image root = distance(image, {}, {.device = device});
    for (std::int64_t i = 0; i < 210; ++i) {
      EXPECT_EQ(static_cast<const float*>(root.data())[i], std::numeric_limits<float>::infinity());
      EXPECT_EQ(static_cast<const std::uint32_t*>(squared.data())[i], 4294967295u);
      EXPECT_EQ(static_cast<const std::int64_t*>(nearest.data())[i], -1);
    }
  }
}

TEST(Distance, takes_not_a_number_for_foreground_and_negative_zero_for_background) {
  const float image[] = {-0.0f, std::numeric_limits<float>::quiet_NaN(), -1}, expected[] = {0, 1, 2};
  for (const std::string& device : {tested_device(), std::string("reference")})
    EXPECT_EQ(difference(ConstImageView(expected, DType::float32, {1, 3}),
                         distance(ConstImageView(image, DType::float32, {1, 3}), {}, {.device = device})),
              "");
}

TEST(Distance, measures_with_spacing) {
  const std::uint8_t image[] = {0, 1, 1, 1, 1, 1};
  const ConstImageView view(image, DType::uint8, {2, 3});
  const Execution on{.device = tested_device()};
  const float expected[] = {0, 3, 6, 4, 5, std::sqrt(52.0f)};
  EXPECT_EQ(difference(ConstImageView(expected, DType::float32, {2, 3}), distance(view, {.spacing = {4, 3}}, on)), "");
  const double squares[] = {0, 9, 36, 16, 25, 52};
  EXPECT_EQ(difference(ConstImageView(squares, DType::float64, {2, 3}),
                       distance(view, {.spacing = {4, 3}, .squared = true}, on)),
            "");
}

TEST(Distance, refuses_what_it_cannot_do) {
  const Image image(DType::uint8, {4, 5}), line(DType::uint8, {4});
  Image out(DType::float32, {4, 5}), whole(DType::uint32, {4, 5});
  EXPECT_RAISES(distance(line, out), ErrorKind::call, "distance: image has rank 1; images of rank 2 to 3 are taken");
  EXPECT_RAISES(distance(image, whole), ErrorKind::call,
                "distance: out is 4x5 uint32 and the result is 4x5 float32; their shape and dtype must be the same");
  EXPECT_RAISES(distance(image, out, {.spacing = {1, 2, 3}}), ErrorKind::call,
                "distance: spacing has 3 numbers; give 1, or 2, one for each axis of the image");
  EXPECT_RAISES(distance(image, out, {.spacing = {1, -2}}), ErrorKind::call,
                "distance: spacing holds -2; each number must be positive and finite");
  EXPECT_RAISES_ABOUT(distance(image, out, {.spacing = {1e-30, 1}}), ErrorKind::call, "too uneven");
  EXPECT_RAISES_ABOUT(distance(image, whole, {.squared = true}, {.device = "abacus"}), ErrorKind::device, "abacus");
  EXPECT_RAISES_ABOUT(distance(out, out), ErrorKind::call, "shares memory");
  EXPECT_RAISES_ABOUT(distance(image, out, {}, {.scratch_memory = 100}), ErrorKind::resource, "100 bytes are allowed");
}

// The distance is never too small, too large by less than the bound in 2-D, and that of the returned background pixel.
TEST(Distance, approximates_by_nearest_seed) {
  Random random(run_seed() + 2);
  std::int64_t wrong = 0;
  for (int round = 0; round < 40; ++round) {
    const Shape shape = round % 4 == 3 ? Shape{1 + random.below(12), 1 + random.below(30), 1 + random.below(40)}
                                       : Shape{1 + random.below(150), 1 + random.below(150)};
    const std::int64_t one_in = 1 + random.below(400);
    Image image(DType::uint8, shape), root(DType::float32, shape), nearest(DType::int64, shape);
    for (std::int64_t i = 0; i < shape.count(); ++i) *pixel(image, i) = std::byte{!random.one_in(one_in)};
    const Image exact = distance(image);
    for (const char* device : {"cpu", "reference"}) {
      distance(image, root, nearest, {.method = DistanceMethod::nearest_seed}, {.device = device, .threads = 2});
      for (std::int64_t i = 0; i < shape.count(); ++i) {
        const float found = static_cast<const float*>(root.data())[i],
                    best = static_cast<const float*>(exact.data())[i];
        const std::int64_t where = static_cast<const std::int64_t*>(nearest.data())[i];
        if (where < 0) {
          ASSERT_EQ(best, std::numeric_limits<float>::infinity());
          continue;
        }
        ASSERT_EQ(*pixel(image, where), std::byte{0});
        const auto squared = static_cast<double>(squared_between(place_of(i, shape), place_of(where, shape)));
        ASSERT_EQ(found, static_cast<float>(std::sqrt(squared)));
        ASSERT_GE(found, best);
        if (shape.rank() == 2) {
          ASSERT_LT(found - best, 0.58579f) << i << " of " << shape.text() << " on " << device;
        }
        wrong += found != best;
      }
    }
  }
  RecordProperty("not_the_nearest", static_cast<int>(wrong));
}

}  // namespace
}  // namespace preamar::test
