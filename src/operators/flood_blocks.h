// What operators that flood share in what they say of blocks.
#pragma once

#include "primitives/block_form.h"

#include <preamar/operator.h>

namespace preamar {

// Of a flood and the forest of its border: the level, and what the forests of the parts of a block take, as measured.
[[nodiscard]] inline double flood_scratch(std::span<const ImageType> inputs, const Values&) {
  const auto pixel = static_cast<double>(size_of(inputs[0].dtype));
  return inputs[0].shape.rank() == 2 ? 1.5 + 1.5 * pixel : 9 + 2 * pixel;
}

}  // namespace preamar
