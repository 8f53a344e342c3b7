// What turns of the loops hand on to one another.
#pragma once

#include "nests/nest.h"

#include <vector>

namespace preamar::convert {

// Variables of the function that a turn changes and a later one may read, in the order of their declarations. Variables
// that each turn sets before it reads them are not among them. Throws Obstacle.
[[nodiscard]] std::vector<const clang::VarDecl*> carried_variables(const Nest& nest, const Symbols& symbols,
                                                                   clang::ASTContext& context);

// Throws Obstacle for a statement that leaves the loops.
void check_exits(const Nest& nest);

}  // namespace preamar::convert
