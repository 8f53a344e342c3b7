// Memory of floods in blocks, shared by the operators that flood.
#pragma once

#include "primitives/block_form.h"

#include <preamar/operator.h>

namespace preamar {

// Bytes per pixel of a flood with the boundary forest of its block: the levels, and the forests of its tiles as
// measured.
[[nodiscard]] inline double flood_scratch(std::span<const ImageType> inputs, const Values&) {
  const auto pixel = static_cast<double>(size_of(inputs[0].dtype));
  return inputs[0].shape.rank() == 2 ? 1.5 + 1.5 * pixel : 9 + 2 * pixel;
}

}  // namespace preamar
