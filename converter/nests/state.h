// Dependences between iterations of the loops.
#pragma once

#include "nests/nest.h"

#include <vector>

namespace preamar::convert {

// Variables of the function that an iteration changes and a later one may read, in the order of their declarations.
// Excludes variables that each iteration sets before it reads them. Throws Obstacle.
[[nodiscard]] std::vector<const clang::VarDecl*> carried_variables(const Nest& nest, const Symbols& symbols,
                                                                   clang::ASTContext& context);

// Throws Obstacle for a statement that leaves the loops.
void check_exits(const Nest& nest);

}  // namespace preamar::convert
