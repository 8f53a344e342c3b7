// The task of a call, shared by all its blocks: operator, image types, options and halo.
#pragma once

#include "blocks/budget.h"
#include "primitives/block_form.h"

#include <preamar/operator.h>

#include <span>
#include <vector>

namespace preamar::blocks {
using namespace primitives;

class TableSpill;

struct Task {
  const Operator* op = nullptr;
  const BlockForm* form = nullptr;
  Values options;
  std::vector<ImageType> inputs;   // of the whole image
  std::vector<ImageType> results;  // as the operator's `results` says
  Shape image;
  Place halo{};
  Budget budget{};
  TableSpill* spill = nullptr;  // for the rows of a table that exceed the budget; null: the table must fit
};

// Whether the operator can process images of these types in blocks.
[[nodiscard]] bool has_form(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// Throws Error (call) if the operator needs its images whole, and whatever its `results` throws.
[[nodiscard]] Task task_for(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// True for a result that is written block by block.
[[nodiscard]] inline bool is_blockwise(const Task& task, const ImageType& result) { return result.shape == task.image; }

}  // namespace preamar::blocks
