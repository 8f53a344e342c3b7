// renumber: each label becomes its place in a list.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

// Writes to each cell of `out` the place, from 1, that the key of its label has in `labels`; 0 stays 0. `labels` holds
// the keys (skeletons/tally.h) of all labels of the image but 0, ascending, and `out` has the image's type, in which
// their count fits; it may be the image. Integers, dense rows.
inline void renumber(const Execution& on, std::span<const std::uint64_t> labels, const ConstImage& image,
                     const Image& out) {
  backend_for(on).renumber(on, labels, image, out);
}

}  // namespace preamar
