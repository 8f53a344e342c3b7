// Floods in blocks: what the operators that flood share.
#pragma once

#include "operators/checks.h"
#include "primitives/block_form.h"

#include <preamar/operator.h>

namespace preamar {

// Bytes per pixel of a flood with the boundary forest of its block: the levels, and the forests of its tiles as
// measured.
[[nodiscard]] inline double flood_scratch(std::span<const ImageType> inputs, const Values&) {
  const auto pixel = static_cast<double>(size_of(inputs[0].dtype));
  return inputs[0].shape.rank() == 2 ? 1.5 + 1.5 * pixel : 9 + 2 * pixel;
}

// `spec` of a flood in one order, by any neighbours unless the options say otherwise. `name_in(order)` is the
// operator's name, `table` holds its options.
template <primitives::Order order, auto name_in, const auto& table>
primitives::PropagateSpec flood_spec(std::span<const ImageType> types, const Values& values) {
  const int rank = types[0].shape.rank();
  return {.order = order, .connectivity = connectivity_of(name_in(order), table.from(values).connectivity, rank)};
}

}  // namespace preamar
