// The forest and the labels of a block: the cpu backend gives what the reference gives, for any block, halo, tile size
// and number of threads.
#include "primitives/watershed_block.h"

#include "backends/cpu/watershed/watershed.h"
#include "core/error_text.h"
#include "tools/blocks.h"
#include "tools/cases.h"
#include "tools/in_blocks.h"

#include <gtest/gtest.h>

#include <cstring>

namespace preamar::test {
namespace {
using namespace primitives;

constexpr DType label_types[] = {DType::uint8, DType::int16, DType::int32, DType::uint64};
constexpr std::int64_t plateaus[] = {-1, 0, 1, 2, 5, 300};

// Few levels, so that plateaus are common; floats also have NaN.
Image make_values(DType dtype, const Shape& shape, Random& random) {
  if (random.one_in(4)) return make_noise(dtype, shape, Palette::with_nan, random);
  Image image(dtype, shape);
  const std::int64_t levels = 1 + random.below(4);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    const std::int64_t level = random.below(levels);
    std::memset(pixel(image, i), 0, static_cast<std::size_t>(size_of(dtype)));
    std::memcpy(pixel(image, i), &level, 1);
  }
  return image;
}

Image make_bytes(DType dtype, const Shape& shape, std::int64_t spacing, Random& random) {
  Image image(dtype, shape);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    const std::int64_t value = random.one_in(spacing) ? -2 + random.below(9) : 0;
    std::memcpy(pixel(image, i), &value, static_cast<std::size_t>(size_of(dtype)));
  }
  return image;
}

struct Case {
  Shape image;
  Box block, box;
  Image values, mask, markers;
  bool masked;
  WatershedSpec spec;
  std::vector<std::uint64_t> around;

  [[nodiscard]] WatershedBlock view() const {
    return {.block = block,
            .box = box,
            .image = image,
            .values = values,
            .mask = masked ? std::optional<ConstImageView>(mask) : std::nullopt,
            .markers = markers,
            .around = around};
  }
};

Case make_case(Random& random) {
  Case c;
  c.image = random.one_in(3) ? Shape{1 + random.below(6), 1 + random.below(8), 1 + random.below(9)}
                             : Shape{1 + random.below(20), 1 + random.below(20)};
  const blocks::Tree tree(c.image, random_block(c.image, random), random_cutter(random));
  c.block = tree.node(random.below(tree.size())).box;
  const std::int64_t halo = 1 + random.below(4);
  c.box = widened(c.block, {halo, halo, halo}, c.image);
  c.values = make_values(static_cast<DType>(random.below(dtype_count)), c.box.shape, random);
  c.mask = make_bytes(DType::uint8, c.box.shape, 1, random);
  c.masked = random.one_in(2);
  c.markers = make_bytes(label_types[random.below(std::ssize(label_types))], c.box.shape, 1 + random.below(60), random);
  c.spec = {.connectivity = static_cast<int>(1 + random.below(c.image.rank())),
            .line = random.one_in(2),
            .plateau = plateaus[random.below(std::ssize(plateaus))]};
  if (random.one_in(2))
    for (std::int64_t i = 0; i < c.view().ring().count(); ++i)
      c.around.push_back(random.one_in(3) ? no_steps
                                          : static_cast<std::uint64_t>(random.below(random.one_in(9) ? 70000 : 9)));
  return c;
}

// The label of a name, or the position of a border cell plus 2^40.
std::uint64_t meaning(const WatershedForest& forest, std::uint32_t name) {
  if (name == WatershedForest::no_root) return UINT64_MAX;
  if (name < forest.ranks.size()) return (std::uint64_t{1} << 40) + name;
  return forest.labels.at(name - forest.ranks.size());
}

void expect_same(const WatershedForest& expected, const WatershedForest& found) {
  ASSERT_EQ(expected.roots.size(), found.roots.size());
  for (std::size_t n = 0; n < expected.roots.size(); ++n) {
    ASSERT_EQ(meaning(expected, expected.roots[n]), meaning(found, found.roots[n])) << "border cell " << n;
    if (found.roots[n] == WatershedForest::no_root) continue;
    ASSERT_EQ(expected.ranks[n].value, found.ranks[n].value) << "border cell " << n;
    ASSERT_EQ(expected.ranks[n].steps, found.ranks[n].steps) << "border cell " << n;
  }
  ASSERT_EQ(expected.edges.size(), found.edges.size());
  for (std::size_t n = 0; n < expected.edges.size(); ++n) {
    const ForestEdge &a = expected.edges[n], &b = found.edges[n];
    ASSERT_EQ(a.place, b.place);
    ASSERT_TRUE(a.later == b.later && a.earlier == b.earlier);
    ASSERT_EQ(std::minmax(meaning(expected, a.a), meaning(expected, a.b)),
              std::minmax(meaning(found, b.a), meaning(found, b.b)));
  }
  ASSERT_EQ(expected.around, found.around);
  ASSERT_LE(found.edges.size(), found.ranks.size());
  ASSERT_LE(found.labels.size(), found.ranks.size() + found.edges.size());
}

TEST(WatershedBlock, gives_the_forest_and_the_labels_of_the_reference) {
  Random random(run_seed());
  for (int n = 0; n < cases_of(1500); ++n) {
    const Case c = make_case(random);
    SCOPED_TRACE(text("case ", n, ": ", c.image.text(), " in ", c.block.shape.text(), ", ",
                      preamar::name_of(c.values.dtype()), ", connectivity ", c.spec.connectivity, ", plateau ",
                      c.spec.plateau, c.around.empty() ? "" : ", given steps"));
    const Execution reference{.device = "reference"}, on{.threads = random.one_in(3) ? 3 : 1};
    const int tile = random.one_in(2) ? 4 : 33;
    const WatershedForest expected = watershed_forest(reference, c.spec, c.view());
    expect_same(expected, cpu::watershed_forest(on, c.spec, c.view(), {.tile = tile}));
    if (HasFatalFailure()) return;

    std::vector<std::uint64_t> border, ring;
    for (std::size_t i = 0; i < expected.ranks.size(); ++i)
      border.push_back(static_cast<std::uint64_t>(random.below(4)));
    for (std::size_t i = 0; i < expected.around.size(); ++i)
      ring.push_back(static_cast<std::uint64_t>(random.below(4)));
    Image labels(c.markers.dtype(), c.block.shape), tiled(c.markers.dtype(), c.block.shape);
    watershed_block(reference, c.spec, c.view(), {border, ring}, labels);
    cpu::watershed_block(on, c.spec, c.view(), {border, ring}, tiled, {.tile = tile});
    ASSERT_EQ(difference(labels, tiled), "");
  }
}

}  // namespace
}  // namespace preamar::test
