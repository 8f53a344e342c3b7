// watershed gives the labels of the unique spanning forest with every layout of its images, number of threads, tile
// size and instruction set.
#include <preamar/watershed.h>

#include "backends/cpu/watershed/watershed.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/targets.h"
#include "tools/watershed_oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stop_token>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};
constexpr std::int64_t plateaus[] = {-1, 0, 1, 2, 5, 1000000};
constexpr DType label_types[] = {DType::boolean, DType::uint8, DType::int16, DType::int32, DType::uint64};

// The reliefs: extreme values of the dtype, a given number of levels, or hills.
enum class Relief { extremes, with_nan, flat, two, four, many, hills };
constexpr int relief_count = 7;
constexpr std::string_view relief_names[] = {"extremes", "with nan",   "flat", "2 levels",
                                             "4 levels", "256 levels", "hills"};

Image make_relief(Relief relief, DType dtype, const Shape& shape, Random& random) {
  if (relief == Relief::extremes) return make_noise(dtype, shape, Palette::extremes, random);
  if (relief == Relief::with_nan) return make_noise(dtype, shape, Palette::with_nan, random);
  Image image(dtype, shape);
  const std::int64_t columns = shape.count() == 0 ? 1 : shape[shape.rank() - 1];
  const double tilt = static_cast<double>(random.below(100)) / 400;
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    auto* to = static_cast<T*>(image.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const double x = static_cast<double>(i % columns), y = static_cast<double>(i / columns);
      const double hills = 60 + 25 * std::sin(x * 0.3 + y * tilt) + 25 * std::cos(y * 0.2 - x * tilt);
      const std::int64_t level = relief == Relief::flat   ? 7
                                 : relief == Relief::two  ? random.below(2)
                                 : relief == Relief::four ? random.below(4)
                                 : relief == Relief::many ? random.below(256)
                                                          : static_cast<std::int64_t>(hills);
      to[i] = static_cast<T>(dtype == DType::boolean ? level & 1 : level);
    }
  });
  return image;
}

// One marker per `spacing` cells on average; some are runs of cells.
Image make_markers(DType dtype, const Shape& shape, std::int64_t spacing, Random& random) {
  Image image(dtype, shape);
  with_type(dtype, [&]<class L>(std::type_identity<L>) {
    auto* to = static_cast<L*>(image.data());
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const L label = static_cast<L>(dtype == DType::boolean ? 1 : 1 + random.below(9));
      const bool signed_label = std::is_signed_v<L> && random.one_in(2);
      to[i] = random.one_in(spacing)      ? static_cast<L>(signed_label ? -label : label)
              : i > 0 && random.one_in(3) ? to[i - 1]
                                          : L{0};
    }
  });
  return image;
}

struct Case {
  DType dtype, label_type;
  Shape shape;
  Relief relief;
  WatershedOptions options;
  std::int64_t spacing;
  bool masked, in_place;
  Layout image, markers, out;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(relief_names[static_cast<int>(relief)], " ", shape.text(), " ", preamar::name_of(dtype), ", labels ",
                preamar::name_of(label_type), ", connectivity ", options.connectivity, ", plateau ", options.plateau,
                options.line ? ", line" : "", masked ? ", masked" : "", ", a marker in ", spacing, ", image ",
                test::name_of(image), ", markers ", test::name_of(markers), ", out ",
                in_place ? "markers" : test::name_of(out), ", ", threads, " threads, ", target_name(target));
  }
};

std::vector<int> counts() {
  return {dtype_count,
          static_cast<int>(std::size(label_types)),
          static_cast<int>(shapes().size()),
          relief_count,
          3,
          static_cast<int>(std::size(plateaus)),
          2,
          2,
          2,
          layout_count,
          layout_count,
          layout_count,
          static_cast<int>(std::size(thread_counts)),
          static_cast<int>(targets().size())};
}

Case case_of(const Choice& row) {
  Case c{};
  c.dtype = static_cast<DType>(row[0]);
  c.label_type = label_types[row[1]];
  c.shape = shapes()[static_cast<std::size_t>(row[2])];
  c.relief = static_cast<Relief>(row[3]);
  c.options = {.connectivity = 1 + row[4] % c.shape.rank(),
               .line = row[6] != 0,
               .plateau = plateaus[row[5]],
               .nan = Nan::ignore};
  c.spacing = row[8] ? 30 : 2000;
  c.masked = row[7];
  c.image = static_cast<Layout>(row[9]);
  c.markers = static_cast<Layout>(row[10]);
  // An output cannot hold a pixel twice (stride 0), so the last layout means in place: `out` is `markers`.
  c.in_place = static_cast<Layout>(row[11]) == Layout::broadcast && c.markers != Layout::broadcast;
  c.out = static_cast<Layout>(row[11]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[11]);
  c.threads = thread_counts[row[12]];
  c.target = targets()[static_cast<std::size_t>(row[13])];
  return c;
}

Image make_mask(const Shape& shape, Random& random) {
  Image mask(DType::uint8, shape);
  auto* to = static_cast<std::uint8_t*>(mask.data());
  for (std::int64_t i = 0; i < shape.count(); ++i)
    to[i] = random.one_in(4) ? 0 : static_cast<std::uint8_t>(1 + random.below(255));
  return mask;
}

void run(const Case& c, Random& random) {
  const Placed image(make_relief(c.relief, c.dtype, c.shape, random), c.image, random);
  const Placed markers(make_markers(c.label_type, c.shape, c.spacing, random), c.markers, random);
  const Image some = make_mask(c.shape, random);
  WatershedOptions options = c.options;
  if (c.masked) options.mask = some;
  const Placed result(make_noise(c.label_type, c.shape, Palette::spread, random), c.out, random);
  const Placed& out = c.in_place ? markers : result;
  const Image expected = watershed_oracle(image.view(), markers.view(), options);

  if (c.shape.count() <= 3000) {  // the number of sweeps grows with the deepest plateau
    const Image plain = watershed(image.view(), markers.view(), options, {.device = "reference"});
    ASSERT_EQ(difference(expected, plain), "") << "reference";
  }
  const ForcedTarget force(c.target);
  if (c.shape.count() > 0)
    for (const int tile : {4, 33}) {
      const Image values = dense_copy(image.view());
      Image tiled = dense_copy(markers.view());
      cpu::watershed({.threads = c.threads}, {options.connectivity, options.line, options.plateau}, values,
                     options.mask, tiled, {.tile = tile});
      ASSERT_EQ(difference(expected, tiled), "") << "tiles of " << tile;
    }
  watershed(image.view(), markers.view(), out.view(), options, {.device = "cpu", .threads = c.threads});
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(c.in_place || markers.unchanged()) << "the markers were written";
  ASSERT_TRUE(out.guards_hold()) << "bytes outside out were written";
}

TEST(Watershed, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows = choices(counts(), 200, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
  RecordProperty("cases", static_cast<int>(rows.size()));
}

// The labels of a single row of values, with connectivity 1.
std::vector<int> flooded(std::vector<float> values, std::vector<std::uint8_t> markers,
                         const WatershedOptions& options = {}, const char* device = "cpu") {
  const Shape shape{1, static_cast<std::int64_t>(values.size())};
  const Image out = watershed(ConstImageView(values.data(), DType::float32, shape),
                              ConstImageView(markers.data(), DType::uint8, shape), options, {.device = device});
  const auto* labels = static_cast<const std::uint8_t*>(out.data());
  return {labels, labels + values.size()};
}

TEST(Watershed, counts_steps_inside_a_plateau) {
  for (const char* device : {"cpu", "reference"}) {
    const std::vector<float> values = {0, 5, 5, 5, 5, 5, 0};
    const std::vector<std::uint8_t> markers = {1, 0, 0, 0, 0, 0, 2};
    // The middle is two steps from either side; the edge that comes first in raster order decides.
    EXPECT_EQ(flooded(values, markers, {}, device), (std::vector<int>{1, 1, 1, 1, 2, 2, 2}));
    // Without steps the first flood takes everything except the neighbour of the second marker.
    EXPECT_EQ(flooded(values, markers, {.plateau = 0}, device), (std::vector<int>{1, 1, 1, 1, 1, 2, 2}));
    EXPECT_EQ(flooded(values, markers, {.line = true}, device), (std::vector<int>{1, 1, 1, 0, 2, 2, 2}));
  }
}

TEST(Watershed, keeps_the_flood_from_a_nan) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const char* device : {"cpu", "reference"})
    EXPECT_EQ(flooded({1, 2, nan, 3, -0.0f, 0}, {7, 0, 9, 0, 0, 0}, {.nan = Nan::ignore}, device),
              (std::vector<int>{7, 7, 0, 0, 0, 0}));
  EXPECT_RAISES((void)flooded({1, nan, nan}, {1, 0, 0}), ErrorKind::input,
                "watershed: image holds 2 NaN; replace them, or give `nan=ignore` to keep the flood from them");
}

// Plateaus whose steps do not fit the narrowest rank type, or the next wider one.
TEST(Watershed, takes_plateaus_of_any_depth) {
  for (const std::int64_t length : {253, 254, 255, 256, 257, 1000, 70000}) {
    for (const DType dtype : {DType::uint8, DType::uint16}) {
      const Shape shape{1, length};
      Image image(dtype, shape), markers(DType::uint8, shape);
      std::memset(image.data(), 0, static_cast<std::size_t>(length * size_of(dtype)));
      auto* labels = static_cast<std::uint8_t*>(markers.data());
      std::memset(labels, 0, static_cast<std::size_t>(length));
      labels[0] = 1;
      labels[length - 1] = 2;
      const Image found = watershed(image, markers);
      EXPECT_EQ(difference(watershed_oracle(image, markers, {}), found), "") << length;
    }
  }
}

TEST(Watershed, names_what_does_not_fit) {
  const Image image(DType::uint8, {3, 4}), markers(DType::int32, {3, 4}), line(DType::uint8, {1, 4});
  const Image real(DType::float32, {3, 4});
  std::memset(const_cast<void*>(image.data()), 0, 12);
  EXPECT_RAISES((void)watershed(image, line), ErrorKind::call,
                "watershed: markers is 1x4 and image is 3x4; their shape must be the same");
  EXPECT_RAISES((void)watershed(image, real), ErrorKind::call,
                "watershed: markers are float32; they must be of an integer dtype or bool");
  EXPECT_RAISES((void)watershed(image, markers, {.mask = markers.view()}), ErrorKind::call,
                "watershed: mask is int32; it must be bool or uint8");
  EXPECT_RAISES((void)watershed(image, markers, {.connectivity = 3}), ErrorKind::call,
                "watershed: connectivity is 3; it must be from 1 to 2");
  EXPECT_RAISES_ABOUT((void)watershed(image, markers, {.plateau = -2}), ErrorKind::call, "watershed: plateau is -2");
  EXPECT_RAISES_ABOUT((void)watershed(image, markers, {}, {.scratch_memory = 10}), ErrorKind::resource,
                      "scratch memory: 10 bytes are allowed beyond the images and ");
}

TEST(Watershed, stops_where_it_is_told_to) {
  const Image image(DType::uint8, {300, 300});
  Image markers(DType::uint8, {300, 300});
  std::memset(const_cast<void*>(image.data()), 3, 90000);
  std::memset(markers.data(), 0, 90000);
  std::stop_source source;
  source.request_stop();
  for (const char* device : {"cpu", "reference"}) {
    Execution on{.device = device};
    on.stop = source.get_token();
    EXPECT_RAISES_ABOUT((void)watershed(image, markers, {}, on), ErrorKind::stopped, "stopped");
  }
}

}  // namespace
}  // namespace preamar::test
