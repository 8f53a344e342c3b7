// How neighbouring blocks exchange values at their borders: see RelaxationKind in blocks/families/algorithm.h.
#pragma once

#include "blocks/program/tree.h"
#include "core/box_border.h"
#include "core/box_ring.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace preamar::blocks {

// A cell that has no value yet.
inline constexpr std::uint64_t no_value = std::numeric_limits<std::uint64_t>::max();

struct BlockNeighbour {
  std::int64_t block;
  std::uint32_t bit, bit_back;  // of the direction towards it, and of the direction back
};
// The blocks that share a face, an edge or a corner with the block `box`.
[[nodiscard]] std::vector<BlockNeighbour> neighbours_of(const Tree& tree, const Box& box);

// Calls visit(index in the border of `from`, index in the ring around `to`) for the cells that both have.
template <class Visit>
void for_each_shared(const BoxBorder& from, const BoxRing& to, const Visit& visit) {
  to.for_each_in(from.box(), [&](const Coordinates& cell) {
    visit(static_cast<std::size_t>(from.index(cell)), static_cast<std::size_t>(to.index(cell)));
  });
}

// The smallest value of `border`, of the box `from`, that is below the value which the box `to` has around it;
// no_value if none is.
[[nodiscard]] std::uint64_t smallest_below(const Shape& image, const Box& from, std::span<const std::uint64_t> border,
                                           const Box& to, std::span<const std::uint64_t> around);

// Lowers the values around `to` to those of the border of `from`.
void lower_around(const Shape& image, const Box& from, std::span<const std::uint64_t> border, const Box& to,
                  std::span<std::uint64_t> around);

}  // namespace preamar::blocks
