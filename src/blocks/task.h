// The task of a call: its operator, image types, options and halo, which all its blocks share.
#pragma once

#include "blocks/family.h"

namespace preamar::blocks {

// Whether the operator processes such images in blocks.
[[nodiscard]] bool has_form(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// Throws Error (call) where the operator needs its images whole, and what its `results` throws.
[[nodiscard]] Task task_for(const Operator& op, std::span<const ImageType> inputs, const Values& options);

}  // namespace preamar::blocks
