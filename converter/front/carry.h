// What goes from the source into the targets: text, with comments and macros kept, and small changes for each target.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/Frontend/ASTUnit.h>

#include <vector>

namespace preamar::convert {

// All of a Program but its name. Refuses what cannot be changed in the text, as it stands in a macro.
[[nodiscard]] Program carry(const std::vector<Marked>& all, clang::ASTUnit& unit, Refusals& refusals);

}  // namespace preamar::convert
