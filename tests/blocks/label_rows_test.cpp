// Tables whose rows differ in size: merged within the memory, spilled and refused by their bytes. The operator of these
// tests gives the position of each pixel, by label.
#include "core/label_rows.h"
#include "blocks/families/algorithm.h"
#include "blocks/families/summary/table_spill.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace preamar::test {
namespace {

using Positions = std::map<std::uint32_t, std::vector<std::uint64_t>>;

std::span<const std::byte> bytes_of(const std::vector<std::uint64_t>& positions) {
  return std::as_bytes(std::span(positions));
}

std::vector<std::uint64_t> positions_in(std::span<const std::byte> row) {
  std::vector<std::uint64_t> positions(row.size() / sizeof(std::uint64_t));
  if (!row.empty()) std::memcpy(positions.data(), row.data(), row.size());
  return positions;
}

void local(const BlockView& view, int, const Bytes&, const std::function<void(Bytes)>& give) {
  Positions all;
  const auto* const labels = static_cast<const std::uint32_t*>(view.inputs[0].data());
  const Box& box = view.block;
  std::int64_t i = 0;
  for (std::int64_t y = box.origin[0]; y < box.end(0); ++y)
    for (std::int64_t x = box.origin[1]; x < box.end(1); ++x, ++i)
      if (labels[i] != 0) all[labels[i]].push_back(static_cast<std::uint64_t>(y * view.image[1] + x));
  LabelRowsWriter rows(all.size(), static_cast<std::size_t>(i) * sizeof(std::uint64_t));
  for (const auto& [label, positions] : all) {
    rows.append(bytes_of(positions));
    rows.end_row(label);
  }
  give(rows.take());
}

void join(std::span<const std::byte> left, std::span<const std::byte> right, LabelRowsWriter& to) {
  std::vector<std::uint64_t> all = positions_in(left);
  const std::vector<std::uint64_t> more = positions_in(right);
  all.insert(all.end(), more.begin(), more.end());
  std::ranges::sort(all);
  to.append(bytes_of(all));
}

Results conclude(const Bytes& known, std::span<const ImageType>, const Values&, std::span<const ImageView>) {
  const LabelRows rows(known);
  std::vector<std::uint64_t> labels, positions;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<std::uint64_t> more = positions_in(rows.row(i));
    labels.insert(labels.end(), more.size(), rows.labels()[i]);
    positions.insert(positions.end(), more.begin(), more.end());
  }
  Results results;
  for (const auto& [name, values] : {std::pair("label", &labels), std::pair("position", &positions)}) {
    Image cells(DType::uint64, Shape{std::ssize(*values)});
    if (!values->empty()) std::memcpy(cells.data(), values->data(), values->size() * sizeof(std::uint64_t));
    results.table.columns.push_back({name, std::move(cells)});
  }
  return results;
}

constexpr LabelTable table = {.row_bytes = [](std::span<const ImageType>, const Values&) { return std::int64_t{24}; },
                              .labels = [](const Bytes& summary) { return LabelRows(summary).labels(); },
                              .slice = sliced_rows,
                              .row_ends = [](const Bytes& summary) { return LabelRows(summary).ends(); },
                              .conclude_bytes = 2};

constexpr BlockForm form = {.kind = SummaryForm{.rounds = [](std::span<const ImageType>, const Values&) { return 1; },
                                                .local = local,
                                                .merge = [](int, Bytes left, Bytes right,
                                                            const Values&) { return merged_rows(left, right, join); },
                                                .conclude = conclude,
                                                .table = &table}};

constexpr Input inputs[] = {{"labels", "labels"}};

const Operator positions = {
    .name = "positions",
    .summary = "",
    .inputs = inputs,
    .options = {},
    .example = "",
    .results = [](std::span<const ImageType>, const Values&) { return std::vector<ImageType>(); },
    .blocks = [](std::span<const ImageType>, const Values&) { return &form; }};

// Many small labels and a few large ones.
Image uneven_labels(const Shape& shape, Random& random) {
  Image labels(DType::uint32, shape);
  for (std::int64_t k = 0; k < shape.count(); ++k)
    static_cast<std::uint32_t*>(labels.data())[k] =
        static_cast<std::uint32_t>(random.one_in(2) ? random.below(4) : random.below(3000));
  return labels;
}

using Rows = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

void add_rows(const Table& from, Rows& to) {
  const auto labels = from.column<std::uint64_t>("label"), places = from.column<std::uint64_t>("position");
  for (std::size_t i = 0; i < labels.size(); ++i) to.emplace_back(labels[i], places[i]);
}

Rows rows_of(const Image& labels) {
  Rows rows;
  for (std::int64_t k = 0; k < labels.shape().count(); ++k)
    if (const auto label = static_cast<const std::uint32_t*>(labels.data())[k]; label != 0) rows.emplace_back(label, k);
  std::ranges::sort(rows);
  return rows;
}

struct Trial {
  Rows rows;
  std::int64_t spilled = 0;
  std::int64_t largest = 0;  // bytes of a table that was given
};

Trial run_within(std::int64_t room, const Image& labels, std::int64_t chunk, Random& random) {
  blocks::Operation operation = blocks::operation_for(positions, std::vector{labels.type()}, {});
  blocks::TableSpill spill(std::filesystem::temp_directory_path() / "preamar-rows", chunk);
  operation.spill = &spill;
  operation.budget = {room, 0, [](std::int64_t) { return std::int64_t{0}; }};
  const blocks::Tree tree(labels.shape(), random_block(labels.shape(), random));
  const std::vector<ConstImageView> views{labels};
  const Results found = blocks::run_in_memory(operation, tree, views, {}, {.threads = 2}).found;
  Trial trial{.rows = {}, .spilled = spill.bytes()};
  add_rows(found.table, trial.rows);
  if (spill.bytes() > 0)
    spill.for_each([&](const Bytes& some) {
      add_rows(blocks::as_kind<blocks::FoldKind>(operation).findings.conclude(operation, some, {}).table, trial.rows);
      trial.largest = std::max(trial.largest, std::ssize(some));
    });
  return trial;
}

TEST(LabelRows, SpilledRowsAreThoseOfTheImage) {
  Random random(run_seed());
  int spilled = 0;
  for (int i = 0; i < cases_of(20); ++i) {
    const Image labels = uneven_labels({64, 100}, random);
    // The largest row has about 1000 positions.
    const Trial trial = run_within(70000 + random.below(100000), labels, 64 << random.below(3), random);
    ASSERT_TRUE(trial.rows == rows_of(labels)) << i;
    ASSERT_LT(trial.largest, 12000) << "tables have few rows";
    spilled += trial.spilled > 0 ? 1 : 0;
  }
  EXPECT_GT(spilled, cases_of(20) / 2);
}

TEST(LabelRows, ARowBeyondTheMemoryIsRefused) {
  Random random(run_seed());
  Image labels(DType::uint32, {64, 100});
  std::fill_n(static_cast<std::uint32_t*>(labels.data()), labels.shape().count(), 7U);
  EXPECT_RAISES((void)run_within(40000, labels, 64, random), ErrorKind::resource,
                "positions: memory is 40KB; the largest label alone needs 1M; give `memory=1M` or more");
}

// Without a file next to the table.
TEST(LabelRows, ATableBeyondTheBudgetIsRefusedByItsBytes) {
  Random random(run_seed());
  Image labels(DType::uint32, {64, 100});
  std::fill_n(static_cast<std::uint32_t*>(labels.data()), labels.shape().count(), 7U);
  blocks::Operation operation = blocks::operation_for(positions, std::vector{labels.type()}, {});
  const std::vector<ConstImageView> views{labels};
  const auto rows_within = [&](std::int64_t room) {
    operation.budget = {room, 0, [](std::int64_t) { return std::int64_t{0}; }};
    return blocks::run_in_memory(operation, blocks::Tree(labels.shape(), {20, 30}), views, {}, {.threads = 2})
        .found.table.rows();
  };
  EXPECT_EQ(rows_within(4 * 8 * labels.shape().count()), labels.shape().count());
  EXPECT_RAISES((void)rows_within(2 * 8 * labels.shape().count()), ErrorKind::resource,
                "positions: memory is 100K; the table of 1 labels needs 1M; give `memory=1M`");
}

TEST(LabelRows, BytesThatContradictThemselvesAreRefused) {
  LabelRowsWriter writer(2, 16);
  writer.append(bytes_of({1, 2}));
  writer.end_row(5);
  Bytes rows = writer.take();
  EXPECT_EQ(LabelRows(rows).size(), 1U);
  rows.resize(rows.size() - 8);
  EXPECT_RAISES((void)LabelRows(rows), ErrorKind::io, "a table of labels contradicts itself");
}

}  // namespace
}  // namespace preamar::test
