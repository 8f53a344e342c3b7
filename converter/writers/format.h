// Layout of generated code.
#pragma once

#include <string>

namespace preamar::convert {

// Formats C, C++, OpenCL C or CUDA in Google's style, 100 columns wide. `name` is used in messages only.
[[nodiscard]] std::string formatted(const std::string& text, const std::string& name);

}  // namespace preamar::convert
