#include "blocks/run/seam_exchange.h"

#include <algorithm>

namespace preamar::blocks {

std::vector<BlockNeighbour> neighbours_of(const Tree& tree, const Box& box) {
  const Shape image = tree.node(Tree::root()).box.shape;
  std::vector<BlockNeighbour> all;
  const int directions = box.rank() == 3 ? 27 : 9;
  for (int direction = 0; direction < directions; ++direction) {
    Coordinates cell{};
    bool is_inside = direction != directions / 2;  // the middle is the block itself
    for (int axis = 0, rest = direction; axis < box.rank(); ++axis, rest /= 3) {
      const std::int64_t at = rest % 3 == 0 ? box.begin(axis) - 1 : rest % 3 == 1 ? box.begin(axis) : box.end(axis);
      is_inside = is_inside && at >= 0 && at < image[axis];
      cell[static_cast<std::size_t>(axis)] = at;
    }
    if (is_inside) all.push_back({tree.block_at(cell), 1U << direction, 1U << (directions - 1 - direction)});
  }
  return all;
}

std::uint64_t smallest_below(const Shape& image, const Box& from, std::span<const std::uint64_t> border, const Box& to,
                             std::span<const std::uint64_t> around) {
  std::uint64_t smallest = no_value;
  for_each_shared(BoxBorder(from, image), BoxRing(to, image), [&](std::size_t at, std::size_t bound) {
    if (border[at] < around[bound]) smallest = std::min(smallest, border[at]);
  });
  return smallest;
}

void lower_around(const Shape& image, const Box& from, std::span<const std::uint64_t> border, const Box& to,
                  std::span<std::uint64_t> around) {
  for_each_shared(BoxBorder(from, image), BoxRing(to, image),
                  [&](std::size_t at, std::size_t bound) { around[bound] = std::min(around[bound], border[at]); });
}

}  // namespace preamar::blocks
