// Operators on images in memory, block by block.
#pragma once

#include "blocks/engine.h"

#include <span>

namespace preamar::blocks {

struct InMemory {
  Found found;
  Counters counters;
};

// Writes `outs`, which are as the operator's `results` says; the images have at least one pixel.
InMemory run_in_memory(const Task& task, const Tree& tree, std::span<const ConstImage> inputs,
                       std::span<const Image> outs, const Execution& on);

}  // namespace preamar::blocks
