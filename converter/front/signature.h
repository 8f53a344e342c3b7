// Which functions are marked, and what their parameters are.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

#include <vector>

namespace preamar::convert {

// In the order of the source. Refuses marks and signatures that it does not know.
[[nodiscard]] std::vector<Marked> marked_functions(clang::ASTContext& context, Refusals& refusals);

}  // namespace preamar::convert
