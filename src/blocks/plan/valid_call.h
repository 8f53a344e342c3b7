// A call whose inputs have invalid pixels, as a call whose steps know them.
#pragma once

#include "blocks/plan/graph.h"

#include <span>
#include <vector>

namespace preamar::blocks {

// Whether an input has a nodata value or a mask of valid pixels.
[[nodiscard]] bool has_invalid_pixels(const Call& call, std::span<const FileInfo> inputs);

// Throws Error (call) for an operator on such inputs that takes images only whole.
void require_blocks_for_invalid(const Call& call, std::span<const FileInfo> inputs);

// `graph` is that of the call. Adds steps, and inputs for masks of files with their `infos`. Invalid pixels of written
// images have its nodata value; without one, they are NaN, or 0 if the image is not of floating point.
[[nodiscard]] Call with_valid_pixels(const Call& call, const Graph& graph, std::vector<FileInfo>& infos);

}  // namespace preamar::blocks
