// The task of a call, shared by all its blocks: operator, image types, options and halo.
#pragma once

#include "blocks/family.h"

namespace preamar::blocks {

// Whether the operator can process images of these types in blocks.
[[nodiscard]] bool has_form(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// Throws Error (call) if the operator needs its images whole, and whatever its `results` throws.
[[nodiscard]] Task task_for(const Operator& op, std::span<const ImageType> inputs, const Values& options);

// `block`, extended along the axes that every block of the task spans.
[[nodiscard]] Shape spanning(const Task& task, const Shape& block);

}  // namespace preamar::blocks
