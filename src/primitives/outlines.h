// outlines: the pixel edges along the outline of each label.
#pragma once

#include "core/box.h"
#include "core/bytes.h"
#include "primitives/backend.h"
#include "primitives/contract.h"

#include <functional>

namespace preamar::primitives {

struct OutlinesSpec {
  // The cells whose edges are followed. The other cells of `labels` only show what is across an edge.
  Box counted;
  // The position of the first cell of `labels` in the image.
  Coordinates origin{};
};

// Cells along a side of the tiles that a thread processes at one time. It bounds the scratch.
inline constexpr std::int64_t outlines_tile = 128;

// Calls `give` with tables (core/label_rows.h) with a row of chains (primitives/outline_chains.h) per label key
// (label_key in primitives/label_sums.h) except that of 0. Merged by join_chains, they are the chains of the counted
// cells; backends may divide the cells as they like. One thread at a time calls `give`. `labels` is an integer image of
// rank 2 with dense rows. Cells outside it belong to no label.
inline void outlines(const Execution& on, const OutlinesSpec& spec, ConstImageView labels,
                     const std::function<void(Bytes)>& give) {
  PREAMAR_ASSERT(labels.rank() == 2 && labels.has_dense_rows(), "labels has rank 2 and dense rows");
  PREAMAR_ASSERT(!is_floating(labels.dtype()), "labels are integers");
  backend_for(on).outlines(on, spec, labels, give);
}

}  // namespace preamar::primitives
