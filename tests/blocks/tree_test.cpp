#include "blocks/program/tree.h"

#include "core/box_border.h"
#include "tools/blocks.h"
#include "tools/in_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace preamar::test {
namespace {

// Every cell lies in one block, and every node is the union of its two children.
TEST(Tree, BlocksPartTheImage) {
  Random random(run_seed());
  for (int i = 0; i < 200; ++i) {
    const Shape image = random_shape(random), block = random_block(image, random);
    const blocks::Tree tree(image, block, random_cutter(random));
    std::int64_t cells = 0, leaves = 0;
    for (std::int64_t n = 0; n < tree.size(); ++n) {
      const blocks::Node node = tree.node(n);
      if (node.is_block()) {
        cells += node.box.shape.count();
        ++leaves;
        continue;
      }
      const blocks::Seam seam = tree.seam(node);
      ASSERT_EQ(seam.low.end(seam.axis), seam.high.begin(seam.axis));
      ASSERT_EQ(seam.low.shape.count() + seam.high.shape.count(), node.box.shape.count());
      ASSERT_EQ(seam.low.origin, node.box.origin);
    }
    ASSERT_EQ(cells, image.count());
    ASSERT_EQ(leaves, tree.block_count());
    ASSERT_EQ(tree.node(blocks::Tree::root()).box, whole(image));
  }
}

TEST(Tree, NumbersNodesInPreorder) {
  Random random(run_seed());
  for (int i = 0; i < 100; ++i) {
    const Shape image = random_shape(random);
    const blocks::Tree tree(image, random_block(image, random), random_cutter(random));
    std::int64_t next = 0;
    const auto visit = [&](const auto& self, std::int64_t index) -> std::int64_t {
      EXPECT_EQ(index, next++);
      const blocks::Node node = tree.node(index);
      if (node.is_block()) return 1;
      const std::int64_t low = self(self, node.low), high = self(self, node.high);
      EXPECT_EQ(low + high, node.blocks);
      return low + high;
    };
    ASSERT_EQ(visit(visit, blocks::Tree::root()), tree.block_count());
    ASSERT_EQ(next, tree.size());
  }
}

std::int64_t cells_at(const blocks::Seam& seam, const Shape& image) {
  return BoxBorder(seam.low, image).count() + BoxBorder(seam.high, image).count();
}

// The plan examines the largest merge.
TEST(Tree, VisitsTheLargestMerge) {
  Random random(run_seed());
  for (int i = 0; i < 300; ++i) {
    const Shape image = random_shape(random);
    const blocks::Tree tree(image, random_block(image, random));
    std::int64_t largest = 0, visited = 0;
    for (std::int64_t n = 0; n < tree.size(); ++n)
      if (const blocks::Node node = tree.node(n); !node.is_block())
        largest = std::max(largest, cells_at(blocks::Tree::seam(node), image));
    tree.for_each_large_merge([&](const blocks::Seam& seam) { visited = std::max(visited, cells_at(seam, image)); });
    ASSERT_EQ(visited, largest) << image.text();
  }
}

// Nodes are not stored, so trees may have more nodes than fit memory.
TEST(Tree, TakesNoMemoryForItsNodes) {
  const Shape image{std::int64_t{1} << 31, (std::int64_t{1} << 30) - 7};
  const blocks::Tree tree(image, {1, 1});
  EXPECT_EQ(tree.size(), 2 * image.count() - 1);
  EXPECT_EQ(tree.node(tree.size() - 1).box, (Box{{image[0] - 1, image[1] - 1}, {1, 1}}));
  int merges = 0;
  tree.for_each_large_merge([&](const blocks::Seam&) { ++merges; });
  EXPECT_LT(merges, 10000);
  EXPECT_THROW(blocks::Tree({std::int64_t{1} << 31, std::int64_t{1} << 31}, {1, 1}), Error);
}

// Compares the list of border cells with its definition.
TEST(BoxBorder, ListsCellsWithNeighboursOutside) {
  Random random(run_seed());
  for (int i = 0; i < 300; ++i) {
    const Shape image = random_shape(random);
    const Box box{{}, random_block(image, random)};
    Box placed = box;
    for (int axis = 0; axis < image.rank(); ++axis)
      placed.origin[static_cast<std::size_t>(axis)] = random.below(image[axis] - box.shape[axis] + 1);
    const BoxBorder border(placed, image);
    std::vector<Coordinates> expected;
    Coordinates at{};
    const auto visit = [&](const auto& self, int axis) -> void {
      if (axis == image.rank()) {
        bool outside = false;
        for (int a = 0; a < image.rank(); ++a) {
          const std::int64_t x = at[static_cast<std::size_t>(a)];
          outside |= (x == placed.begin(a) && x > 0) || (x == placed.end(a) - 1 && x < image[a] - 1);
        }
        ASSERT_EQ(border.holds(at), outside);
        if (outside) expected.push_back(at);
        return;
      }
      auto& x = at[static_cast<std::size_t>(axis)];
      for (x = placed.begin(axis); x < placed.end(axis); ++x) self(self, axis + 1);
    };
    visit(visit, 0);
    std::vector<Coordinates> listed;
    border.for_each([&](const Coordinates& cell) {
      ASSERT_EQ(border.index(cell), static_cast<std::int64_t>(listed.size()));
      listed.push_back(cell);
    });
    ASSERT_EQ(listed, expected);
    ASSERT_EQ(border.count(), static_cast<std::int64_t>(expected.size()));
  }
}

}  // namespace
}  // namespace preamar::test
