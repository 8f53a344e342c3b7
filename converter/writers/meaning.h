// What the converter understood, for its user to read.
#pragma once

#include "program.h"

#include <string>

namespace preamar::convert {

// A line for the function and one for each of its parameters.
[[nodiscard]] std::string meaning_of(const Kernel& kernel);

}  // namespace preamar::convert
