// The cpu backend: every core (oneTBB) and the widest vectors at hand (Highway).
#pragma once

#include "primitives/backend.h"

#include <string>
#include <string_view>

namespace preamar::cpu {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();
// The instruction set in use, by Highway's name.
std::string_view instruction_set();
// Threads and instruction set, in words.
std::string describe();

}  // namespace preamar::cpu
