// The functions of the flood family that read a block: *local* and *finish*. The others are in merge.h.
#pragma once

#include "blocks/families/operation.h"

namespace preamar::blocks {

[[nodiscard]] Bytes local_flood(const Operation& operation, const BlockView& view);
void finish_flood(const Operation& operation, const BlockView& view, const Bytes& border_result,
                  std::span<const ImageView> outs);

}  // namespace preamar::blocks
