// forest, its first half for blocks: the components of a block that may go on beyond its border, and those that cannot.
//
// A component is *open* where it has a cell on the border, as BoxBorder says, else *closed*. Open ones are numbered
// from 0 in the order in which the border meets them, so that two readings of a block number them alike.
#pragma once

#include "core/box.h"
#include "skeletons/components.h"

#include <cstdint>
#include <span>
#include <vector>

namespace preamar {

// Which components `border` tells of.
struct OpenComponents {
  std::vector<std::uint32_t> border;  // for each cell of the border its component + 1; 0 where it has none
  std::uint32_t count = 0;

  // Where components are numbered: of each its first cell, in raster order of the block, and how many closed ones begin
  // before it in its row; of each row of the block how many closed ones begin there.
  struct Beginning {
    std::int64_t cell = 0;
    std::uint32_t before = 0;
  };
  std::vector<Beginning> beginnings;
  std::vector<std::uint32_t> closed;

  // Where they are sifted: of each its size or, for another trait, a number that is not 0 where a cell counts for it.
  // The sum over all blocks decides, in `has_trait`.
  std::vector<std::int64_t> facts;
};

// Whether a component with such a fact stays.
[[nodiscard]] constexpr bool has_trait(const SieveSpec& spec, std::int64_t cells) {
  switch (spec.trait) {
    case Trait::size:
      return cells >= spec.least;
    case Trait::inland:
      return cells == 0;
    case Trait::edge:
    case Trait::marked:
      break;
  }
  return cells > 0;
}

// What is known of a block's numbers once the whole image is.
struct BlockLabels {
  std::span<const std::uint64_t> open;   // the label of each open component
  std::span<const std::uint64_t> begun;  // those whose component begins in this block, ascending
  std::span<const std::uint64_t> bases;  // for each row of the block the last label before its first cell
};

// All blocks have dense rows, rank 2 or 3, and fewer than 2^32 cells; `edges` are the faces that are the image's own.

inline OpenComponents open_components(const Execution& on, const ComponentsSpec& spec, Faces edges,
                                      const ConstImage& block) {
  return backend_for(on).open_components(on, spec, edges, block);
}
// Only `edges` count as an edge; `marks` as for sieve.
inline OpenComponents open_facts(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                                 const ConstImage& marks) {
  return backend_for(on).open_facts(on, spec, edges, block, marks);
}

// Writes the labels of a block: open components have theirs, closed ones the next after their row's base that has not
// begun with an open one. `labels` is uint32 or uint64 and holds them all.
inline void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block,
                        const BlockLabels& known, const Image& labels) {
  backend_for(on).label_block(on, spec, edges, block, known, labels);
}
// As sieve, where `stays` decides about open components, a byte each.
inline void sieve_block(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                        const ConstImage& marks, std::span<const std::uint8_t> stays, const Image& out) {
  backend_for(on).sieve_block(on, spec, edges, block, marks, stays, out);
}

}  // namespace preamar
