// Summaries over blocks: extrema, histograms and tables are those of the whole image.
#include "blocks/families/algorithm.h"
#include "blocks/families/summary/table_spill.h"
#include "tools/in_blocks.h"
#include "tools/labels.h"
#include "tools/raises.h"

#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

namespace preamar::test {
namespace {

void run(const Operator& op, const std::vector<ConstImageView>& inputs, const Values& options, int reads,
         Random& random) {
  const Shape& shape = inputs[0].shape();
  const Shape block = random_block(shape, random);
  SCOPED_TRACE(text(op.name, " ", shape.text(), " ", preamar::name_of(inputs.back().dtype()), " in ", block.text()));
  expect_same_in_blocks(op, inputs, options, block, random, 1 + static_cast<int>(random.below(3)), reads, 0);
}

TEST(Summary, LevelsOfBlocksAreThoseOfTheImage) {
  Random random(run_seed());
  for (int i = 0; i < 200; ++i) {
    const auto dtype = static_cast<DType>(random.below(dtype_count));
    const bool is_small = dtype == DType::boolean || dtype == DType::uint8 || dtype == DType::int8;
    const Image image = make_pair({.dtype = dtype,
                                   .shape = random_shape(random),
                                   .content = static_cast<Content>(random.below(content_count))},
                                  random)
                            .mask;
    run(operator_named("minmax"), {image}, {}, 1, random);
    const bool has_range = random.one_in(3);
    Values options{{"bins", 1 + random.below(300)}};
    if (has_range) options["range"] = std::vector<double>{-3, 100};
    run(operator_named("histogram"), {image}, options, has_range || is_small ? 1 : 2, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Summary, OtsuOfBlocksIsThatOfTheImage) {
  Random random(run_seed());
  for (int i = 0; i < 100; ++i) {
    const auto dtype = static_cast<DType>(random.below(dtype_count));
    const Shape shape = random_shape(random);
    Image image(dtype, shape);
    const std::int64_t levels = 1 + random.below(dtype == DType::boolean ? 2 : 100);
    with_type(dtype, [&]<class T>(std::type_identity<T>) {
      for (std::int64_t k = 0; k < shape.count(); ++k)
        static_cast<T*>(image.data())[k] = static_cast<T>(random.below(levels));
    });
    const bool is_narrow = dtype != DType::boolean && size_of(dtype) <= 2;
    run(operator_named("otsu"), {image}, {{"bins", 2 + random.below(40)}}, is_narrow ? 1 : 2, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Summary, MeasuresOfBlocksAreThoseOfTheImage) {
  Random random(run_seed());
  static const std::vector<std::string> choices[] = {
      {"size", "centroid"},
      {"boundary"},
      {"covariance", "boundary", "size"},
      {"euler_number", "sphericity"},
      {"area", "equivalent_diameter_area", "extent", "euler_number", "sphericity"}};
  for (int i = 0; i < 300; ++i) {
    const Shape shape = random_shape(random);
    const DType dtype = label_types[random.below(std::size(label_types))];
    const Image labels = make_labels(dtype, shape, static_cast<Numbers>(random.below(2)), random);
    const auto palette = static_cast<Palette>(random.below(2));
    const Image levels = make_noise(static_cast<DType>(random.below(dtype_count)), shape, palette, random);
    const bool has_levels = !random.one_in(4);
    std::vector<ConstImageView> inputs{labels};
    if (has_levels) inputs.emplace_back(levels);
    Values options;
    if (!has_levels && !random.one_in(4)) options["properties"] = choices[random.below(std::size(choices))];
    if (!has_levels && shape.rank() == 2 && random.one_in(2))
      options["properties"] =
          std::vector<std::string>{"centroid", "perimeter", "area_convex", "feret_diameter_max", "feret_diameter_min"};
    const bool has_median = has_levels && random.one_in(3);
    if (has_median) options["properties"] = std::vector<std::string>{"size", "intensity_mean", "intensity_median"};
    if (random.one_in(2)) options["spacing"] = std::vector<double>{0.5};
    if (has_levels && random.one_in(2)) options["intervals"] = std::vector{-10.0, 0.5, 1.0, 100.0};
    run(operator_named("measure"), inputs, options, has_median ? static_cast<int>(size_of(levels.dtype())) : 1, random);
    if (HasFatalFailure()) return;
  }
}

// Enough labels that a block gives several tables.
TEST(Summary, MeasuresOfManyLabelsAreThoseOfTheImage) {
  Random random(run_seed());
  for (const Shape& shape : {Shape{90, 120}, Shape{10, 30, 40}}) {
    Image labels(DType::uint32, shape);
    for (std::int64_t k = 0; k < shape.count(); ++k)
      static_cast<std::uint32_t*>(labels.data())[k] = static_cast<std::uint32_t>(random.below(20000));
    const Image levels = make_noise(DType::uint16, shape, Palette::spread, random);
    const Values median = {{"properties", std::vector<std::string>{"centroid", "intensity_median"}}};
    for (const Shape& block : {shape, random_block(shape, random)}) {
      expect_same_in_blocks(operator_named("measure"), {labels, levels}, {}, block, random, 2, 1, 0);
      expect_same_in_blocks(operator_named("measure"), {labels, levels}, median, block, random, 2, 2, 0);
    }
  }
}

// Tables in memory: as many labels as there are pixels, under a budget for less.
TEST(Summary, ATableBeyondTheBudgetIsRefusedWithOneThatDoes) {
  Random random(run_seed());
  const Shape shape{64, 100};
  Image labels(DType::uint32, shape);
  for (std::int64_t k = 0; k < shape.count(); ++k)
    static_cast<std::uint32_t*>(labels.data())[k] = static_cast<std::uint32_t>(k + 1);
  blocks::Operation operation = blocks::operation_for(operator_named("measure"), std::vector{labels.type()},
                                                      {{"properties", std::vector<std::string>{"size"}}});
  const std::vector<ConstImageView> inputs{labels};
  static constexpr std::int64_t row = 120, planned = 50 << 20;
  const auto run_within = [&](std::int64_t room) {
    operation.budget = {planned + room, planned, [](std::int64_t) { return planned; }};
    const Shape block{1 + random.below(20), 1 + random.below(40)};
    return blocks::run_in_memory(operation, blocks::Tree(shape, block), inputs, {}, {.threads = 2});
  };
  EXPECT_EQ(run_within(3 * row * shape.count()).found.table.rows(), shape.count());
  EXPECT_RAISES((void)run_within(row * shape.count()), ErrorKind::resource,
                "measure: memory is 51950K; the table of 6400 labels needs 53M; give `memory=53M`");
}

// The cells of all columns, with names and dtypes.
struct Cells {
  std::vector<std::string> columns;
  std::vector<std::string> bytes;

  void add(const Table& table) {
    columns.clear();
    bytes.resize(table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Image& cells = table.columns[i].cells;
      columns.push_back(text(table.columns[i].name, " ", preamar::name_of(cells.dtype())));
      const auto* const from = static_cast<const char*>(cells.data());
      bytes[i].append(from, from + cells.shape()[0] * size_of(cells.dtype()));
    }
  }
  friend bool operator==(const Cells&, const Cells&) = default;
};

// The memory holds a small part of the table.
TEST(Summary, ATableThatIsSpilledIsThatOfTheImage) {
  Random random(run_seed());
  const Operator& measure = operator_named("measure");
  int most_given = 0;
  for (int i = 0; i < cases_of(10); ++i) {
    const Shape shape = random.one_in(2) ? Shape{64, 100} : Shape{8, 20, 40};
    const std::int64_t different = random.one_in(2) ? shape.count() : 1000 + random.below(20000);
    Image labels(DType::int32, shape);
    for (std::int64_t k = 0; k < shape.count(); ++k)
      static_cast<std::int32_t*>(labels.data())[k] =
          static_cast<std::int32_t>(different == shape.count() ? k - 100 : random.below(different) - 500);
    const Image levels = make_noise(static_cast<DType>(random.below(dtype_count)), shape, Palette::spread, random);
    const std::vector<ConstImageView> inputs{labels, levels};
    blocks::Operation operation = blocks::operation_for(measure, std::vector{labels.type(), levels.type()}, {});
    blocks::TableSpill spill(std::filesystem::temp_directory_path() / "preamar-spill", 64 << random.below(4));
    operation.spill = &spill;
    operation.budget = {2 * spill.memory() + random.below(100000), 0, [](std::int64_t) { return std::int64_t{0}; }};
    const blocks::Tree tree(shape, random_block(shape, random));
    const Results found = blocks::run_in_memory(operation, tree, inputs, {}, {.threads = 2}).found;
    Cells expected, rows;
    expected.add(run_whole(measure, inputs, {}).found.table);
    rows.add(found.table);
    int given = 0;
    if (spill.bytes() > 0) {
      ASSERT_EQ(found.table.rows(), 0);
      spill.for_each([&](const Bytes& some) {
        rows.add(blocks::as_kind<blocks::FoldKind>(operation).findings.conclude(operation, some, {}).table);
        ++given;
      });
    }
    ASSERT_TRUE(rows == expected) << i;
    most_given = std::max(most_given, given);
  }
  EXPECT_GT(most_given, 10);
}

}  // namespace
}  // namespace preamar::test
