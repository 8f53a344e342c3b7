// Layout of generated code.
#pragma once

#include <string>

namespace preamar::convert {

// C, C++, OpenCL C or CUDA as Google's style lays it out, 100 columns wide. `name` is for messages alone.
[[nodiscard]] std::string formatted(const std::string& text, const std::string& name);

}  // namespace preamar::convert
