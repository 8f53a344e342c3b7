// watershed: the minimum spanning forest of the pixel graph, rooted in the markers.
#pragma once

#include <preamar/watershed.h>

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <optional>

namespace preamar::primitives {

// The rank of a cell is (value, steps). `steps` is the distance inside its plateau to a marker or to a cell with a
// lower neighbour; a cell that reaches neither has more steps than any that does. Edges are ordered by (later rank,
// earlier rank, p, q), p before q in raster order. Kruskal's algorithm, except that it never merges two trees that both
// have a marker, gives exactly one forest because the order is total.
//
// Lines are drawn after labelling: of two neighbours with different non-zero labels, the later one in (rank, raster)
// order becomes 0 unless it is a marker.
struct WatershedSpec {
  int connectivity = 1;
  bool line = false;
  std::int64_t plateau = -1;  // cap on the steps; -1: exact
};

// `labels`, of an integer type, holds the non-zero markers and is filled in place. `mask`, of one byte per cell,
// selects the cells to label; NaN cells are never labelled. Cells outside the mask, and cells that no marker reaches,
// become 0. All have the image's shape, of rank 2 or 3; dense rows.
inline void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
                      const std::optional<ConstImageView>& mask, ImageView labels) {
  PREAMAR_ASSERT(is_grid(image), "the image has rank 2 or 3 and dense rows");
  PREAMAR_ASSERT(is_grid_of(labels, image.shape()), "labels has the image's shape and dense rows");
  PREAMAR_ASSERT(!is_floating(labels.dtype()), "labels are integers");
  PREAMAR_ASSERT(
      is_absent_or(
          mask, [&](ConstImageView cells) { return is_grid_of(cells, image.shape()) && size_of(cells.dtype()) == 1; }),
      "the mask has the image's shape, dense rows and one byte per cell");
  PREAMAR_ASSERT(is_connectivity(spec.connectivity, image), "connectivity is 1 to the rank");
  backend_for(on).watershed(on, spec, image, mask, labels);
}

}  // namespace preamar::primitives
