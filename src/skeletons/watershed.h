// forest, its second half: the minimum spanning forest of the pixel graph that is rooted in the markers.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

enum class Line { none, one_pixel };

// A cell is (value, steps to lower ground or a marker inside its plateau); edges are ordered by (later cell, earlier
// cell, index of the edge). A total order of edges has one such forest.
struct WatershedSpec {
  int connectivity = 1;
  Line line = Line::none;
  std::int64_t plateau = -1;  // steps are capped here; -1: exact
};

// `labels` holds the markers, not 0, and is filled in place; `mask`, of rank 0 or of one byte a cell, says which cells
// take part. All have the image's shape; dense rows.
inline void watershed(const Execution& on, const WatershedSpec& spec, const ConstImage& image, const ConstImage& mask,
                      const Image& labels) {
  backend_for(on).watershed(on, spec, image, mask, labels);
}

}  // namespace preamar
