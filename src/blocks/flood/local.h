// The pure functions of the family on a block.
#pragma once

#include "blocks/family.h"

namespace preamar::blocks {

[[nodiscard]] Bytes flood_alone(const Task& task, const Piece& piece, int round, const Bytes& known);
void flood_from_border(const Task& task, const Piece& piece, const Bytes& verdict, std::span<const Image> outs);

}  // namespace preamar::blocks
