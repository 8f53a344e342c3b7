// What operators that flood share in what they say of blocks.
#pragma once

#include "skeletons/block_form.h"

#include <preamar/operator.h>

namespace preamar {

// Of a flood and the forest of its border: the level, and what the skeletons take for each cell.
[[nodiscard]] inline double flood_scratch(std::span<const ImageType> inputs, const Values&) {
  constexpr double forest_bytes = 8;
  return static_cast<double>(size_of(inputs[0].dtype)) + forest_bytes;
}

}  // namespace preamar
