// A pipeline in TOML, as `preamar run` reads it; docs/pipelines.md describes the format.
#pragma once

#include "request.h"

#include <preamar/pipeline.h>

namespace preamar::cli {

// Relative paths in the file are relative to its folder. Inputs, steps and outputs keep the order of the file.
// Throws Error (call) "FILE:LINE:COLUMN: ..." for text that is not TOML, unknown keys and names, and values of the
// wrong type; Error (io) if the file cannot be read.
[[nodiscard]] Pipeline read_pipeline(const Path& file);

}  // namespace preamar::cli
