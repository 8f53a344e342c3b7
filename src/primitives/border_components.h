// The connected components of a block: those that may continue beyond its border, and those that cannot.
//
// A component is *open* where it has a cell on the border, as BoxBorder says, else *closed*. Open ones are numbered
// from 0 in the order in which the border meets them, so that two readings of a block number them alike.
#pragma once

#include "core/box.h"
#include "core/rows.h"
#include "primitives/components.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace preamar::primitives {

// The open components of a block.
struct BorderComponents {
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

  // Where they are filtered: of each its size or, for another trait, a number that is not 0 where a cell counts for
  // it. The sum over all blocks decides, in `has_trait`.
  std::vector<std::int64_t> counts;
};

// Whether a component with such a count stays.
[[nodiscard]] constexpr bool has_trait(const ComponentFilterSpec& spec, std::int64_t cells) {
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

// All blocks have dense rows, rank 2 or 3, and fewer than 2^32 cells; `edges` are the faces on the edge of the image.
[[nodiscard]] inline bool is_block(ConstImageView image) { return is_grid(image) && has_narrow_count(image); }

inline BorderComponents border_components(const Execution& on, const ComponentsSpec& spec, Faces edges,
                                          ConstImageView block) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  return backend_for(on).border_components(on, spec, edges, block);
}
// Only `edges` count as the edge of the image; `marks` as for filter_components.
inline BorderComponents border_counts(const Execution& on, const ComponentFilterSpec& spec, Faces edges,
                                      ConstImageView block, const std::optional<ConstImageView>& marks) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(are_marks(spec, marks, block.shape()), "marks has the block's shape, dense rows, one byte per cell");
  return backend_for(on).border_counts(on, spec, edges, block, marks);
}

// Writes the labels of a block: open components have theirs, closed ones the next after their row's base that has not
// begun with an open one. `labels` is uint32 or uint64 and holds them all.
inline void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                        const BlockLabels& known, ImageView labels) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(is_grid_of(labels, block.shape()), "labels has the block's shape and dense rows");
  PREAMAR_ASSERT(holds_labels(labels), "labels is uint32 or uint64");
  PREAMAR_ASSERT(std::ranges::is_sorted(known.begun), "the labels that begin in a block ascend");
  PREAMAR_ASSERT(std::ssize(known.bases) == row_count(block.shape()), "each row of the block has a base");
  backend_for(on).label_block(on, spec, edges, block, known, labels);
}
// As filter_components, where `stays` decides about open components, one byte each.
inline void filter_block(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                         const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays,
                         ImageView out) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(out.type() == block.type() && out.has_dense_rows(), "out has the block's type and dense rows");
  PREAMAR_ASSERT(are_marks(spec, marks, block.shape()), "marks has the block's shape, dense rows, one byte per cell");
  backend_for(on).filter_block(on, spec, edges, block, marks, stays, out);
}

}  // namespace preamar::primitives
