// The operation of a call, shared by all its blocks: operator, image types, options and halo.
#pragma once

#include "blocks/families/budget.h"
#include "primitives/block_form.h"

#include <preamar/operator.h>

#include <span>
#include <vector>

namespace preamar::blocks {
using namespace primitives;

class TableSpill;

struct Operation {
  const Operator* op = nullptr;
  const BlockForm* form = nullptr;
  Values options;
  std::vector<ImageType> inputs;   // of the whole image
  std::vector<ImageType> results;  // as the operator's `results` says
  Shape image;
  Coordinates halo{};
  Budget budget{};
  TableSpill* spill = nullptr;  // for the rows of a table that exceed the budget; null: the table must fit
};

// Whether the operator can process images of these types in blocks.
[[nodiscard]] bool has_form(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// Throws Error (call) if the operator needs its images whole, and whatever its `results` throws.
[[nodiscard]] Operation operation_for(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// True for a result that is written block by block.
[[nodiscard]] inline bool is_blockwise(const Operation& operation, const ImageType& result) {
  return result.shape == operation.image;
}

}  // namespace preamar::blocks
