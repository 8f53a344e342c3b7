// renumber: replaces each label by its position in a list.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

namespace preamar::primitives {

// Replaces each label by the position of its key in `labels`, counted from 1; 0 stays 0. `labels` holds the keys
// (label_key in primitives/label_sums.h) of all labels of the image except 0, ascending. `out` has the image's type,
// which must hold their number; it may be the image. Integers, dense rows.
inline void renumber(const Execution& on, std::span<const std::uint64_t> labels, ConstImageView image, ImageView out) {
  PREAMAR_ASSERT(image.has_dense_rows() && out.has_dense_rows(), "rows are dense");
  PREAMAR_ASSERT(out.type() == image.type() && !is_floating(image.dtype()), "out has the image's type, of integers");
  PREAMAR_ASSERT(is_strictly_ascending(labels), "the keys of labels ascend");
  PREAMAR_ASSERT(!overlap_in_part(image, out), "out is the image or lies apart from it");
  backend_for(on).renumber(on, labels, image, out);
}

}  // namespace preamar::primitives
