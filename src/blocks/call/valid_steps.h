// An operator on images of which only some pixels are valid, as steps whose operators take whole images: this states,
// in one place, what invalid pixels mean for each operator; docs/nodata.md has it as a table.
#pragma once

#include <preamar/operator.h>
#include <preamar/pipeline.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::blocks {

// An image that is read, and its valid pixels, by the names of inputs and steps.
struct ValidInput {
  std::string image;
  std::string valid;  // a mask; empty: all pixels are valid
  ImageType type;
};

struct ValidSteps {
  // The last one has the given name, and the numbers and the table of the operator. The names of the others begin with
  // that name and "~".
  std::vector<PipelineStep> steps;
  std::vector<std::string> images;  // per image of the operator's results: its name; invalid pixels have any value
  std::string valid;                // the valid pixels of these images; empty: all
};

// Whether invalid pixels are known for the operator. The table has all operators.
[[nodiscard]] bool takes_valid_pixels(const Operator& op);

// `options` may have names of numbers of other steps, as PipelineStep::options. At least one input has invalid pixels.
// Throws Error (call) for options for which no window is known.
[[nodiscard]] ValidSteps on_valid_pixels(const Operator& op, std::string_view name, std::span<const ValidInput> inputs,
                                         const Values& options);

}  // namespace preamar::blocks
