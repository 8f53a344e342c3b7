// Estimates of the time of a pass, for progress only.
#pragma once

#include "blocks/program/program.h"

#include <vector>

namespace preamar::blocks {

// Roughly nanoseconds per pixel of the image on one core, for each pass.
[[nodiscard]] std::vector<double> pass_costs(const Program& program, const Schedule& schedule);

}  // namespace preamar::blocks
