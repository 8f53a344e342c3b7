// The text that goes from the source into the targets, with comments and macros kept, and small changes per target.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/Frontend/ASTUnit.h>

#include <vector>

namespace preamar::convert {

// A complete Program except its name. Rejects text that must be changed but comes from a macro.
[[nodiscard]] Program carry(const std::vector<Marked>& all, clang::ASTUnit& unit, Refusals& refusals);

}  // namespace preamar::convert
