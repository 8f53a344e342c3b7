// The marked functions, and the meaning of their parameters.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

#include <vector>

namespace preamar::convert {

// In the order of the source. Rejects unknown marks and signatures.
[[nodiscard]] std::vector<Marked> marked_functions(clang::ASTContext& context, Refusals& refusals);

}  // namespace preamar::convert
