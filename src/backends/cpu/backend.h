// The cpu backend: all cores (oneTBB) and the widest available vectors (Highway).
#pragma once

#include "primitives/backend.h"

#include <string>
#include <string_view>

namespace preamar::cpu {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();
// Highway's name of the instruction set in use.
std::string_view instruction_set();
// A text with the number of threads and the instruction set.
std::string describe();

}  // namespace preamar::cpu
