// What to change if a call needs more memory than it may use.
#pragma once

#include "blocks/program/block_size.h"

#include <preamar/blocks.h>
#include <preamar/execution.h>

#include <functional>
#include <string_view>

namespace preamar::blocks {

// Plans the call with other settings and returns the shape of its blocks; throws MemoryError if it needs more.
using PlanAgain = std::function<Shape(const BlockSettings&, const Execution&)>;

// The error of a call, with the memory that is enough for it and other settings that fit in its limit: a block, with
// less memory if none fits, and fewer threads. Each of them was planned.
[[nodiscard]] MemoryError advised(const MemoryError& error, std::string_view name, const BlockSettings& settings,
                                  const Execution& on, const PlanAgain& plan);

}  // namespace preamar::blocks
