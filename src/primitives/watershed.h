// watershed: the minimum spanning forest of the pixel graph that is rooted in the markers.
#pragma once

#include <preamar/watershed.h>

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <optional>

namespace preamar::primitives {

// A cell's rank is (value, steps to a cell with a lower neighbour or to a marker inside its plateau), where a cell
// that reaches neither has more steps than any that does. Edges are ordered by (later rank, earlier rank, p, q), p
// before q in raster order. Kruskal's rule, except that two trees with a marker each are never joined, gives one
// forest, as the order is total.
//
// A line is drawn in the finished labels: of two neighbours with different labels, neither 0, the later in (rank,
// raster) becomes 0 unless it is a marker.
struct WatershedSpec {
  int connectivity = 1;
  bool line = false;
  std::int64_t plateau = -1;  // steps are capped here; -1: exact
};

// `labels`, of an integer type, holds the markers, not 0, and is filled in place. `mask`, of one byte
// per cell, says which cells take part; a cell whose value is NaN takes none. A cell that takes no part, or from which
// no marker can be reached, becomes 0. All have the image's shape, of rank 2 or 3; dense rows.
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
