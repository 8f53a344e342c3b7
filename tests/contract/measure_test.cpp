// measure gives the same bytes with every layout of its images, number of threads and instruction set.
#include <preamar/measure.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/labels.h"
#include "tools/raises.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <cmath>

namespace preamar::test {
namespace {

constexpr int thread_counts[] = {1, 2, 4};

// Empty if the tables are equal, else a description of the first column that differs.
std::string table_difference(const Table& expected, const Table& found) {
  const std::size_t count = expected.columns.size();
  if (count != found.columns.size()) return text(found.columns.size(), " columns, not ", count);
  for (std::size_t i = 0; i < count; ++i) {
    const Column &ours = found.columns[i], &theirs = expected.columns[i];
    if (theirs.name != ours.name) return text(ours.name, ", not ", theirs.name);
    const std::string words = difference(theirs.cells.view(), ours.cells.view());
    if (!words.empty()) return theirs.name + ": " + words;
  }
  return "";
}

// All properties of such images.
MeasureOptions all_of(int rank, bool has_intensity, std::vector<double> spacing) {
  std::vector<Property> properties;
  for (int i = 0; i <= static_cast<int>(Property::intensity_median); ++i) {
    const auto property = static_cast<Property>(i);
    const bool is_flat = property == Property::orientation || property == Property::eccentricity ||
                         (property >= Property::perimeter && property < Property::intensity_min) ||
                         property == Property::perimeter_crofton;
    if (is_flat && rank != 2) continue;
    if (property == Property::surface_area && rank != 3) continue;
    if (property == Property::perimeter && spacing.size() > 1) continue;
    if (property >= Property::intensity_min && !has_intensity) continue;
    properties.push_back(property);
  }
  return {.properties = std::move(properties), .spacing = std::move(spacing)};
}

std::vector<int> counts() {
  return {static_cast<int>(std::size(label_types)),
          2,
          static_cast<int>(shapes().size()),
          dtype_count + 1,  // dtypes of the intensity; the last stands for no intensity
          layout_count,
          layout_count,
          static_cast<int>(std::size(thread_counts)),
          static_cast<int>(targets().size())};
}

void run(const Choice& row, Random& random) {
  const auto at = [&](std::size_t factor) { return static_cast<std::size_t>(row[factor]); };
  const Shape& shape = shapes()[at(2)];
  const Placed labels(make_labels(label_types[at(0)], shape, static_cast<Numbers>(row[1]), random),
                      static_cast<Layout>(row[4]), random);
  const bool none = row[3] == dtype_count;
  const Placed levels(make_noise(none ? DType::uint8 : static_cast<DType>(row[3]), shape, Palette::spread, random),
                      static_cast<Layout>(row[5]), random);
  const std::optional<ConstImageView> intensity = none ? std::nullopt : std::optional<ConstImageView>(levels.view());
  SCOPED_TRACE(text(preamar::name_of(label_types[at(0)]), " labels ", row[1] ? "sparse " : "dense ", shape.text(), " ",
                    test::name_of(static_cast<Layout>(row[4])), ", intensity ",
                    none ? "none" : preamar::name_of(levels.view().dtype()), " ",
                    test::name_of(static_cast<Layout>(row[5])), ", ", thread_counts[at(6)], " threads, ",
                    target_name(targets()[at(7)])));

  std::vector<double> spacing{0.5};
  if (random.one_in(2)) spacing.assign({2, 0.75, 1.5}), spacing.resize(static_cast<std::size_t>(shape.rank()));
  const MeasureOptions options = random.one_in(3) ? MeasureOptions{} : all_of(shape.rank(), !none, spacing);
  const Table expected = measure(labels.view(), intensity, options, {.device = "reference"});
  const ForcedTarget force(targets()[at(7)]);
  ASSERT_EQ(table_difference(expected, measure(labels.view(), intensity, options, {.threads = thread_counts[at(6)]})),
            "");
  ASSERT_TRUE(labels.unchanged() && levels.unchanged()) << "an input was written";
}

TEST(Measure, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  for (const Choice& row : choices(counts(), 200, random)) {
    run(row, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Measure, gives_the_same_bytes_over_many_bands) {
  Random random(run_seed() + 1);
  for (const Shape& shape : {Shape{1200, 700}, Shape{9, 300, 301}})
    for (const DType dtype : {DType::float32, DType::float64, DType::uint64}) {
      const Image labels = make_labels(DType::uint32, shape, Numbers::dense, random);
      const Image levels = make_noise(dtype, shape, Palette::spread, random);
      // Shapes do not depend on the intensity, and the plain loops take long to find them.
      MeasureOptions options;
      if (dtype != DType::uint64)
        options.properties = {Property::size, Property::intensity_mean, Property::intensity_std};
      const Table expected = measure(labels, levels, options, {.device = "reference"});
      for (const int threads : thread_counts)
        EXPECT_EQ(table_difference(expected, measure(labels, levels, options, {.threads = threads})), "")
            << shape.text();
    }
}

TEST(Measure, knows_a_bent_object) {
  const std::uint8_t labels[] = {2, 2, 0, 0,  //
                                 2, 0, 9, 0,  //
                                 2, 0, 0, 0};
  const std::int16_t levels[] = {1, 2, 0, 0, 3, 0, -5, 0, 6, 0, 0, 0};
  const Shape shape{3, 4};
  const Table table = measure(ConstImageView(labels, DType::uint8, shape), ConstImageView(levels, DType::int16, shape));
  const auto whole = [&](std::string_view name, std::size_t row) { return table.column<std::int64_t>(name)[row]; };
  const auto real = [&](std::string_view name, std::size_t row) { return table.column<double>(name)[row]; };
  ASSERT_EQ(table["label"].cells.type(), (ImageType{DType::uint8, Shape{2}}));
  EXPECT_EQ(table.column<std::uint8_t>("label")[1], 9);
  EXPECT_EQ(whole("size", 0), 4);
  EXPECT_EQ(whole("box-0", 0), 0);
  EXPECT_EQ(whole("box-1", 0), 0);
  EXPECT_EQ(whole("box-2", 0), 3);
  EXPECT_EQ(whole("box-3", 0), 2);
  EXPECT_EQ(whole("boundary", 0), 10);
  EXPECT_EQ(real("centroid-0", 0), 0.75);
  EXPECT_EQ(real("centroid-1", 0), 0.25);
  EXPECT_EQ(real("covariance-0-0", 0), 0.6875);
  EXPECT_EQ(real("covariance-0-1", 0), -0.1875);
  EXPECT_EQ(real("intensity_mean", 0), 3);
  EXPECT_EQ(real("intensity_variance", 0), 3.5);
  EXPECT_EQ(table.column<std::int16_t>("intensity_min")[1], -5);
  EXPECT_EQ(real("centroid-1", 1), 2);
  EXPECT_EQ(real("axis_length-0", 1), 0);
}

TEST(Measure, gives_what_is_asked_for_in_its_own_order) {
  const Image labels(DType::uint8, Shape{0, 3});
  const Table table = measure(labels, {}, {.properties = {Property::centroid, Property::size, Property::size}});
  std::string names;
  for (const Column& column : table.columns) names += column.name + " ";
  EXPECT_EQ(names, "label size centroid-0 centroid-1 ");
}

TEST(Measure, finds_the_class_of_objects_whose_pixels_are_in_one_interval) {
  Random random(run_seed() + 4);
  const Shape shape{9, 11};
  for (int i = 0; i < 5 * dtype_count; ++i) {
    const Image labels = make_labels(DType::uint8, shape, Numbers::dense, random);
    const Image levels = make_noise(static_cast<DType>(i % dtype_count), shape, Palette::spread, random);
    const auto cells = labels.as<std::uint8_t>();
    with_type(levels.dtype(), [&]<class T>(std::type_identity<T>) {
      const auto* const values = static_cast<const T*>(levels.data());
      const auto middle = static_cast<double>(values[random.below(shape.count())]);
      if (std::isinf(middle)) return;
      const double above = std::nextafter(middle, HUGE_VAL);
      const std::vector<Interval> intervals = {{above, HUGE_VAL}, {-HUGE_VAL, middle}};
      const Table table = measure(labels, levels, {.properties = {Property::size}, .intervals = intervals});
      ASSERT_EQ(table.columns.size(), 3u);
      for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::uint8_t label = table.column<std::uint8_t>("label")[static_cast<std::size_t>(row)];
        bool is_high = true, is_low = true;
        for (std::size_t k = 0; k < cells.size(); ++k)
          if (cells[k] == label) {
            is_high = is_high && static_cast<long double>(values[k]) >= above;
            is_low = is_low && static_cast<long double>(values[k]) <= middle;
          }
        EXPECT_EQ(table.column<std::uint8_t>("intensity_class")[static_cast<std::size_t>(row)], is_high  ? 1
                                                                                                : is_low ? 2
                                                                                                         : 0)
            << preamar::name_of(levels.dtype());
      }
    });
  }
}

TEST(Measure, refuses_by_name) {
  const Image labels(DType::uint8, Shape{2, 3}), wide(DType::uint8, Shape{2, 4}), reals(DType::float32, Shape{2, 3});
  EXPECT_RAISES((void)measure(reals), ErrorKind::call,
                "measure: labels has dtype float32; it must be of an integer dtype or bool");
  EXPECT_RAISES((void)measure(Image(DType::uint8, Shape{3})), ErrorKind::call,
                "measure: labels has rank 1; images of rank 2 to 3 are taken");
  EXPECT_RAISES((void)measure(labels, wide), ErrorKind::call,
                "measure: intensity has shape 2x4 and labels 2x3; their shape must be the same");
  EXPECT_RAISES((void)measure(labels, {}, {.properties = {Property::intensity_mean}}), ErrorKind::call,
                "measure: intensity_mean needs the image intensity");
  EXPECT_RAISES((void)measure(labels, {}, {.intervals = {{0, 1}}}), ErrorKind::call,
                "measure: intensity_class needs the image intensity");
  EXPECT_RAISES((void)measure(labels, labels, {.properties = {Property::intensity_class}}), ErrorKind::call,
                "measure: intensity_class needs intervals");
  EXPECT_RAISES_ABOUT((void)measure(labels, labels, {.intervals = {{0, 1}, {1, 2}}}), ErrorKind::call,
                      "measure: intervals 0:1 and 1:2 share values");
  const Image solid(DType::uint8, Shape{2, 3, 4});
  EXPECT_RAISES((void)measure(solid, {}, {.properties = {Property::orientation}}), ErrorKind::call,
                "measure: orientation is a property of images of rank 2; labels has rank 3");
  EXPECT_RAISES((void)measure(labels, {}, {.properties = {Property::surface_area}}), ErrorKind::call,
                "measure: surface_area is a property of images of rank 3; labels has rank 2");
  EXPECT_RAISES((void)measure(labels, {}, {.properties = {Property::perimeter}, .spacing = {1, 2}}), ErrorKind::call,
                "measure: perimeter needs the same spacing along all axes; use perimeter_crofton");
  EXPECT_RAISES((void)measure(labels, {}, {.spacing = {1, 2, 3}}), ErrorKind::call,
                "measure: spacing has 3 numbers; give 1, or 2, one for each axis of the image");
  EXPECT_RAISES((void)measure(labels, {}, {.spacing = {0}}), ErrorKind::call,
                "measure: spacing holds 0; each number must be positive and finite");
}

}  // namespace
}  // namespace preamar::test
