// The functions of the flood family that read a block: *local* and *finish*. The others are in merge.h.
#pragma once

#include "blocks/task.h"

namespace preamar::blocks {

[[nodiscard]] Bytes local_flood(const Task& task, const Piece& piece);
void finish_flood(const Task& task, const Piece& piece, const Bytes& border_result, std::span<const ImageView> outs);

}  // namespace preamar::blocks
