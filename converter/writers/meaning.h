// Describes to the user how the converter interprets a function.
#pragma once

#include "program.h"

#include <string>

namespace preamar::convert {

// A line for the function and one per parameter.
[[nodiscard]] std::string meaning_of(const Kernel& kernel);

}  // namespace preamar::convert
