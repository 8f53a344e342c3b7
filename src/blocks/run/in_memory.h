// Runs operators on images in memory, block by block.
#pragma once

#include "blocks/run/engine.h"

#include <span>

namespace preamar::blocks {

struct InMemory {
  Results found;
  Counters counters;
};

// Writes `outs`, which have the types of the operation's results. The images have at least one pixel.
InMemory run_in_memory(const Operation& operation, const Tree& tree, std::span<const ConstImageView> inputs,
                       std::span<const ImageView> outs, const Execution& on);

struct ProgramInMemory {
  std::vector<StepOutcome> steps;
  Counters counters;
};

// Writes `outs`, which have the types of the program's outputs. The images have at least one pixel.
ProgramInMemory run_in_memory(const Program& program, const Tree& tree, std::span<const ConstImageView> inputs,
                              std::span<const ImageView> outs, const Execution& on);

// Runs an operator on all devices that `on.device` names, such as "cpu+opencl:0"; each device takes the next block when
// it is free.
Results run_hybrid(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                   const Values& options, const Execution& on);

}  // namespace preamar::blocks
