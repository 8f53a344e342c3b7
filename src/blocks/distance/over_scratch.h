// Exact distances if not even one slab fits in memory: over a scratch image on disk.
//
// Each block is read once. It writes, per cell, the position of the nearest goal on its line along the first axis, as
// far as the block sees it. Then planes are read, one or a few at a time, and replaced by their results: the ends of
// lines give the goals beyond the block, and a plane holds the lines along the other axes whole. At last each block of
// the outputs is copied from the scratch image.
#pragma once

#include "blocks/engine.h"

#include <filesystem>

namespace preamar::blocks {

// The task by which blocks of any shape are planned: a block has its pixels, positions and results.
[[nodiscard]] Task task_of_blocks(const Task& task);

// How planes are processed within a memory limit.
struct PlanePlan {
  int at_once = 1;          // parts of the image in memory at one time
  std::int64_t planes = 1;  // of a part
  std::int64_t memory = 0;  // bytes of the process
};
// For blocks of this depth. The smallest plan may exceed `memory`; `file_bytes` are held by open files.
[[nodiscard]] PlanePlan plan_planes(const Task& task, std::int64_t depth, int threads, std::int64_t memory,
                                    std::int64_t file_bytes = 0);

// Bytes on disk, for blocks of this depth.
[[nodiscard]] std::int64_t scratch_bytes(const Task& task, std::int64_t depth);

// As run() of the program of `task`. `scratch` is the file of the scratch image; a run that is resumed uses it if it is
// complete. Throws Error (resource) if the disk has too little space for it.
[[nodiscard]] Outcome run_over_scratch(const Task& task, const Shape& block, const PlanePlan& planes,
                                       const BlockStreams& streams, const std::filesystem::path& scratch,
                                       RunState& state, Journal& journal, const Execution& on);

}  // namespace preamar::blocks
