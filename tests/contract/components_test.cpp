// The components of the cpu backend equal those of the reference, for any bands and strips.
#include "backends/cpu/components/components.h"
#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr int band_counts[] = {0, 1, 2, 3, 7, 64};
constexpr cpu::StripSize strips[] = {{0, 0}, {1, 1}, {1, 2}};
constexpr int thread_counts[] = {1, 2, 4};

struct Case {
  DType dtype;
  Shape shape;
  int one_in, values;  // how many cells are non-zero, and how many values they have
  ComponentFilterSpec filter;
  cpu::ComponentsTuning tuning;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(shape.text(), " ", preamar::name_of(dtype), " one in ", one_in, " of ", values, " values, joined ",
                static_cast<int>(filter.components.joined), " connectivity ", filter.components.connectivity, " trait ",
                static_cast<int>(filter.trait), " least ", filter.least, ", ", tuning.bands, " bands, strips of ",
                tuning.strip.planes, "x", tuning.strip.rows, ", ", threads, " threads, ", target_name(target));
  }
};

const std::vector<Shape>& sizes() {
  static const std::vector<Shape> all = {{1, 1},   {1, 200}, {33, 64},    {64, 65},    {65, 130},     {127, 63},
                                         {200, 1}, {2, 300}, {1, 5, 129}, {9, 10, 64}, {16, 33, 130}, {40, 3, 65}};
  return all;
}

Case case_of(const Choice& row, Random& random) {
  Case c{};
  c.dtype = static_cast<DType>(row[0]);
  c.shape = sizes()[static_cast<std::size_t>(row[1])];
  c.one_in = 1 + row[2];
  c.values = c.dtype == DType::boolean ? 1 : 1 + row[3];
  c.filter.components = {.joined = static_cast<Joined>(row[4]), .connectivity = 1 + row[5] % c.shape.rank()};
  c.filter.trait = static_cast<Trait>(row[6]);
  c.filter.least = random.below(20);
  c.tuning.bands = band_counts[row[7]];
  // Strips larger than the connectivity allows, or strips of rows with different values, would be wrong.
  const cpu::StripSize strip = strips[row[8]];
  const bool any = c.filter.components.connectivity > 1 && c.filter.components.joined != Joined::equal;
  c.tuning.strip = any || strip.rows < 2 ? strip : cpu::StripSize{1, 1};
  c.threads = thread_counts[row[9]];
  c.target = targets()[static_cast<std::size_t>(row[10])];
  return c;
}

Image cells_of(const Case& c, Random& random) {
  Image image(c.dtype, c.shape);
  with_type(c.dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < c.shape.count(); ++i)
      static_cast<T*>(image.data())[i] = static_cast<T>(random.one_in(c.one_in) ? 1 + random.below(c.values) : 0);
  });
  return image;
}

void run(const Case& c, Random& random) {
  const Image image = cells_of(c, random);
  const Image marks = make_noise(DType::boolean, c.shape, Palette::spread, random);
  const ComponentsSpec& spec = c.filter.components;
  Image labels(DType::uint32, c.shape), sifted(c.dtype, c.shape);
  Image expected_labels(DType::uint32, c.shape), expected(c.dtype, c.shape);
  const std::int64_t count = reference::label({}, spec, image, expected_labels);
  reference::filter_components({}, c.filter, image, marks, expected);

  const ForcedTarget force(c.target);
  const Execution on{.threads = c.threads};
  ASSERT_EQ(cpu::label(on, spec, image, labels, c.tuning), count);
  ASSERT_EQ(difference(expected_labels, labels), "") << "label";
  cpu::filter_components(on, c.filter, image, marks, sifted, c.tuning);
  ASSERT_EQ(difference(expected, sifted), "") << "filter";
  Image in_place = dense_copy(image);
  cpu::filter_components(on, c.filter, in_place, marks, in_place, c.tuning);
  ASSERT_EQ(difference(expected, in_place), "") << "filter in place";
}

TEST(Components, are_those_of_the_plain_loops) {
  Random random(run_seed() + 40);
  const std::vector<Choice> rows =
      choices({dtype_count, static_cast<int>(sizes().size()), 5, 3, 3, 3, 4, static_cast<int>(std::size(band_counts)),
               static_cast<int>(std::size(strips)), static_cast<int>(std::size(thread_counts)),
               static_cast<int>(targets().size())},
              400, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row, random);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

// Corners that are connected in one direction and not in the other, across words, rows, planes and bands.
TEST(Components, meet_at_single_corners) {
  for (const int rank : {2, 3})
    for (int connectivity = 1; connectivity <= rank; ++connectivity)
      for (const int dx : {-1, 1})
        for (std::int64_t x = 62; x <= 66; ++x) {
          const Shape shape = rank == 2 ? Shape{2, 130} : Shape{2, 2, 130};
          Image image(DType::uint8, shape), labels(DType::uint32, shape);
          auto* const cells = static_cast<std::uint8_t*>(image.data());
          std::fill_n(cells, shape.count(), std::uint8_t{0});
          cells[x] = 1;
          cells[shape.count() - 130 + x + dx] = 1;
          const std::int64_t expected = connectivity == rank ? 1 : 2;
          for (const int bands : {1, 2, 4})
            EXPECT_EQ(cpu::label({}, {.connectivity = connectivity}, image, labels, {.bands = bands}), expected)
                << rank << "-D, connectivity " << connectivity << ", column " << x << ", " << bands << " bands";
        }
}

}  // namespace
}  // namespace preamar::test
