#include "blocks/tree.h"

#include "core/box_border.h"
#include "tools/blocks.h"
#include "tools/in_blocks.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace preamar::test {
namespace {

// Every cell lies in one block, and every node is what its two halves make up.
TEST(Tree, BlocksPartTheImage) {
  Random random(run_seed());
  for (int i = 0; i < 200; ++i) {
    const Shape image = random_shape(random), block = random_block(image, random);
    const blocks::Tree tree(image, block, random_cutter(random));
    std::int64_t cells = 0, leaves = 0;
    for (std::int64_t n = 0; n < tree.size(); ++n) {
      const blocks::Node& node = tree.node(n);
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

// The list of border cells against its definition.
TEST(BoxBorder, ListsCellsWithNeighboursOutside) {
  Random random(run_seed());
  for (int i = 0; i < 300; ++i) {
    const Shape image = random_shape(random);
    const Box box{{}, random_block(image, random)};
    Box placed = box;
    for (int axis = 0; axis < image.rank(); ++axis)
      placed.origin[static_cast<std::size_t>(axis)] = random.below(image[axis] - box.shape[axis] + 1);
    const BoxBorder border(placed, image);
    std::vector<Place> expected;
    Place at{};
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
    std::vector<Place> listed;
    border.for_each([&](const Place& cell) {
      ASSERT_EQ(border.index(cell), static_cast<std::int64_t>(listed.size()));
      listed.push_back(cell);
    });
    ASSERT_EQ(listed, expected);
    ASSERT_EQ(border.count(), static_cast<std::int64_t>(expected.size()));
  }
}

}  // namespace
}  // namespace preamar::test
