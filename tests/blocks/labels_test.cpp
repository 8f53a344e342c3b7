// Labels over blocks: expand_labels and relabel give what they give for the whole image.
#include "tools/labels.h"
#include "blocks/families/summary/label_ranges.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace preamar::test {
namespace {

// A few labelled pixels on a regular grid: many pixels are equally near to several of them.
Image make_grid(DType dtype, const Shape& shape, Random& random) {
  Image image(dtype, shape);
  const std::int64_t step = 2 + random.below(6), one_in = 1 + random.below(3);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      bool is_knot = random.one_in(one_in);
      for (std::int64_t axis = shape.rank() - 1, rest = i; axis >= 0; rest /= shape[static_cast<int>(axis--)])
        is_knot = is_knot && rest % shape[static_cast<int>(axis)] % step == 0;
      static_cast<T*>(image.data())[i] =
          is_knot ? static_cast<T>(dtype == DType::boolean ? 1 : 1 + random.below(100)) : T{0};
    }
  });
  return image;
}

// Also spacings without a common unit: their squares are rounded to a unit that depends on the shape of the image.
std::vector<double> random_spacing(int rank, Random& random) {
  static constexpr double lengths[] = {1, 1, 0.5, 2, 0.325, 1.7, 1.4142135623730951, 3.1};
  if (random.one_in(3)) return {lengths[random.below(std::size(lengths))]};
  std::vector<double> spacing;
  for (int axis = 0; axis < rank; ++axis) spacing.push_back(lengths[random.below(std::size(lengths))]);
  return spacing;
}

TEST(Labels, ExpandedInBlocksAreThoseOfTheImage) {
  Random random(run_seed());
  static constexpr double distances[] = {0, 0.5, 1, 1.4142135623730951, 2, 3.3, 5, 8.125, 40, 1e9, HUGE_VAL};
  for (int i = 0; i < cases_of(500); ++i) {
    const Shape shape = random_shape(random), block = random_block(shape, random);
    const auto dtype = static_cast<DType>(random.below(dtype_count));
    const Image labels = make_grid(dtype, shape, random);
    const Values options{{"distance", distances[random.below(std::size(distances))]},
                         {"spacing", random_spacing(shape.rank(), random)}};
    SCOPED_TRACE(text(i, ": ", shape.text(), " ", preamar::name_of(dtype), " in ", block.text(), ", distance ",
                      std::get<double>(options.at("distance"))));
    expect_same_in_blocks(operator_named("expand_labels"), {labels}, options, block, random,
                          1 + static_cast<int>(random.below(3)), 1, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(Labels, ExpandedByADistanceReadThatHalo) {
  const ImageType type{DType::uint8, {100, 200}};
  const auto halo = [&](double distance, std::vector<double> spacing) {
    return blocks::operation_for(operator_named("expand_labels"), std::vector{type},
                                 {{"distance", distance}, {"spacing", std::move(spacing)}})
        .halo;
  };
  for (const double distance : {1.0, 7.0, 7.9}) {
    const Coordinates cells = halo(distance, {1, 2});
    EXPECT_GE(cells[0], static_cast<std::int64_t>(distance));
    EXPECT_LE(cells[0], static_cast<std::int64_t>(distance) + 1);
    EXPECT_GE(cells[1], static_cast<std::int64_t>(distance / 2));
    EXPECT_LE(cells[1], static_cast<std::int64_t>(distance / 2) + 1);
  }
  EXPECT_EQ(halo(HUGE_VAL, {1}), (Coordinates{100, 200, 0}));
}

// Labels anywhere in the range of the type, most of them in gaps or clusters.
Image make_scattered(DType dtype, const Shape& shape, Random& random) {
  Image image(dtype, shape);
  const std::int64_t step = 1 + random.below(4), one_in = 1 + random.below(4), count = 1 + random.below(40);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < shape.count(); ++i)
      static_cast<T*>(image.data())[i] =
          !random.one_in(one_in) ? T{0} : static_cast<T>(dtype == DType::boolean ? 1 : random.below(count) * step);
  });
  return image;
}

TEST(Labels, NumberedInBlocksAreThoseOfTheImage) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(400); ++i) {
    const Shape shape = random_shape(random), block = random_block(shape, random);
    const DType dtype = label_types[random.below(std::size(label_types))];
    const Image labels = random.one_in(2) ? make_scattered(dtype, shape, random)
                                          : make_labels(dtype, shape, static_cast<Numbers>(random.below(2)), random);
    SCOPED_TRACE(text(i, ": ", shape.text(), " ", preamar::name_of(dtype), " in ", block.text()));
    expect_same_in_blocks(operator_named("relabel"), {labels}, {}, block, random, 1 + static_cast<int>(random.below(3)),
                          2, 1);
    if (HasFatalFailure()) return;
  }
}

// Enough labels that a block gives several sets.
TEST(Labels, ManyAreNumberedInBlocks) {
  Random random(run_seed());
  const Shape shape{90, 120};
  Image labels(DType::uint32, shape);
  for (std::int64_t k = 0; k < shape.count(); ++k)
    static_cast<std::uint32_t*>(labels.data())[k] = static_cast<std::uint32_t>(random.below(20000));
  for (const Shape& block : {shape, random_block(shape, random)})
    expect_same_in_blocks(operator_named("relabel"), {labels}, {}, block, random, 2, 2, 1);
}

TEST(Labels, ThatDoNotFitAreRefusedInBlocksToo) {
  Random random(run_seed());
  Image labels(DType::int8, {1, 256});
  for (int k = 0; k < 256; ++k) static_cast<std::int8_t*>(labels.data())[k] = static_cast<std::int8_t>(k - 128);
  const Operator& op = operator_named("relabel");
  const std::string message =
      "relabel: labels holds 255 labels, which do not fit int8 when numbered from 1; convert labels to a wider dtype";
  EXPECT_RAISES((void)run_whole(op, {labels}, {}), ErrorKind::input, message);
  EXPECT_RAISES((void)run_in_blocks(op, {labels}, {}, {1, 50}, random), ErrorKind::input, message);
}

// Every other number is a label: as many ranges as pixels.
TEST(Labels, WhoseRangesExceedTheBudgetAreRefused) {
  Random random(run_seed());
  const Shape shape{64, 100};
  Image labels(DType::uint32, shape), out(DType::uint32, shape);
  for (std::int64_t k = 0; k < shape.count(); ++k)
    static_cast<std::uint32_t*>(labels.data())[k] = static_cast<std::uint32_t>(2 * k + 1);
  blocks::Operation operation = blocks::operation_for(operator_named("relabel"), std::vector{labels.type()}, {});
  static constexpr std::int64_t range = 16, planned = 50 << 20;
  const auto run_within = [&](std::int64_t room) {
    operation.budget = {planned + room, planned, [](std::int64_t) { return planned; }};
    const Shape block{1 + random.below(20), 1 + random.below(40)};
    return blocks::run_in_memory(operation, blocks::Tree(shape, block), {{labels}}, {{out}}, {.threads = 2});
  };
  EXPECT_EQ(run_within(3 * range * shape.count()).found.numbers[0], (Number{"count", shape.count()}));
  EXPECT_RAISES((void)run_within(range * shape.count() / 2), ErrorKind::resource,
                "relabel: memory is 51250K; the labels form up to 6400 ranges of consecutive numbers, which need 52M; "
                "give `memory=52M`");
}

TEST(LabelNumbers, AreThePositionsOfLabels) {
  Random random(run_seed());
  for (int i = 0; i < 200; ++i) {
    std::set<std::uint64_t> all;
    Bytes ranges = blocks::label_ranges({});
    for (std::int64_t part = random.below(5); part >= 0; --part) {
      std::set<std::uint64_t> some;
      for (std::int64_t n = random.below(60); n > 0; --n)
        some.insert(random.one_in(20) ? UINT64_MAX - static_cast<std::uint64_t>(random.below(3))
                                      : static_cast<std::uint64_t>(random.below(100)));
      all.insert(some.begin(), some.end());
      const Bytes more = blocks::label_ranges(std::vector<std::uint64_t>(some.begin(), some.end()));
      const std::size_t size = blocks::merged_size(ranges, more);
      ranges = blocks::merged_ranges(ranges, more);
      ASSERT_EQ(ranges.size(), size);
    }
    ASSERT_EQ(blocks::label_count(ranges), all.size());
    const Bytes bytes = blocks::LabelNumbers::of_ranges(std::move(ranges));
    const blocks::LabelNumbers numbers(bytes);
    ASSERT_EQ(numbers.count(), all.size());
    std::uint64_t number = 0;
    for (const std::uint64_t label : all) ASSERT_EQ(numbers(label), ++number);
  }
}

}  // namespace
}  // namespace preamar::test
