// The connected components of a block: those that may continue beyond its border, and those that cannot.
//
// A component is *open* if it has a cell on the border (see BoxBorder), otherwise *closed*. Open components are
// numbered from 0 in the order of their first border cell, so two passes over a block number them alike.
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
  std::vector<std::uint32_t> border;  // per border cell: its component + 1, or 0 if it has none
  std::uint32_t count = 0;

  // For labelling. Per open component: its first cell in raster order of the block, and the number of closed components
  // that begin before it in the same row. Per row of the block: the number of closed components that begin in it.
  struct Beginning {
    std::int64_t cell = 0;
    std::uint32_t before = 0;
  };
  std::vector<Beginning> beginnings;
  std::vector<std::uint32_t> closed;

  // For filtering. Per open component: its size or, for the other traits, a number that is non-zero if some cell has
  // the trait. `has_trait` decides on the sum over all blocks.
  std::vector<std::int64_t> counts;
};

// Whether a component with this count, summed over all blocks, is kept.
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

// What the whole image determines about the labels of a block.
struct BlockLabels {
  std::span<const std::uint64_t> open;   // the label of each open component
  std::span<const std::uint64_t> begun;  // the labels of open components that begin in this block, ascending
  std::span<const std::uint64_t> bases;  // per row of the block: the last label before its first cell
};

// Every block has dense rows, rank 2 or 3, and fewer than 2^32 cells. `edges` are its faces on the edge of the image.
[[nodiscard]] inline bool is_block(ConstImageView image) { return is_grid(image) && has_narrow_count(image); }

inline BorderComponents border_components(const Execution& on, const ComponentsSpec& spec, Faces edges,
                                          ConstImageView block) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  return backend_for(on).border_components(on, spec, edges, block);
}
// Only `edges` are edges of the image. `marks` as for filter_components.
inline BorderComponents border_counts(const Execution& on, const ComponentFilterSpec& spec, Faces edges,
                                      ConstImageView block, const std::optional<ConstImageView>& marks) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(are_marks(spec, marks, block.shape()), "marks has the block's shape, dense rows, one byte per cell");
  return backend_for(on).border_counts(on, spec, edges, block, marks);
}

// Writes the labels of a block. An open component gets its label in `known`. A closed one gets the next label after its
// row's base that is not in `known.begun`. `labels` is uint32 or uint64 and wide enough for all labels.
inline void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                        const BlockLabels& known, ImageView labels) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(is_grid_of(labels, block.shape()), "labels has the block's shape and dense rows");
  PREAMAR_ASSERT(holds_labels(labels), "labels is uint32 or uint64");
  PREAMAR_ASSERT(std::ranges::is_sorted(known.begun), "the labels that begin in a block ascend");
  PREAMAR_ASSERT(std::ssize(known.bases) == row_count(block.shape()), "each row of the block has a base");
  backend_for(on).label_block(on, spec, edges, block, known, labels);
}
// As filter_components; `stays` holds one byte per open component: whether it is kept.
inline void filter_block(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                         const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays,
                         ImageView out) {
  PREAMAR_ASSERT(is_block(block), "a block has rank 2 or 3, dense rows and fewer than 2^32 cells");
  PREAMAR_ASSERT(out.type() == block.type() && out.has_dense_rows(), "out has the block's type and dense rows");
  PREAMAR_ASSERT(are_marks(spec, marks, block.shape()), "marks has the block's shape, dense rows, one byte per cell");
  backend_for(on).filter_block(on, spec, edges, block, marks, stays, out);
}

}  // namespace preamar::primitives
