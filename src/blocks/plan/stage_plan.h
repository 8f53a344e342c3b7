// A stage with the blocks that fit in memory, and the images that it reads and writes.
#pragma once

#include "blocks/call/endpoints.h"
#include "blocks/program/block_size.h"

#include <preamar/blocks.h>

#include <vector>

namespace preamar::blocks {

// What does the stage: one process with all its threads, or tasks of a job, which process one block at a time.
enum class Executor { process, tasks };

struct StageInput {
  BlockInput image;
  ReadOptions read;
  FileInfo info;
};

struct StageOutput {
  BlockOutput to;
  ImageType type;
  WriteOptions write;
  bool is_temporary = false;
};

struct StagePlan {
  Program program;
  std::vector<StageInput> inputs;    // of the program
  std::vector<StageOutput> outputs;  // of the program
  Load load = {};
  Shape block = {};
  std::int64_t blocks = 1;
  std::int64_t peak_memory = 0;
};

// The memory limit in bytes: from the settings, or three quarters of the machine's memory.
[[nodiscard]] std::int64_t memory_of(const BlockSettings& settings);

// Chooses the blocks: fills in load, block, their number, the memory and the budget of each step. Throws MemoryError if
// no block fits, Error (call) for a block that cannot be meant, Error (input) for an input that has no blocks.
void lay_out(StagePlan& stage, const BlockSettings& settings, const Execution& on, Executor executor);

}  // namespace preamar::blocks
