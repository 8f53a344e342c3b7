// Which statements of an iteration are still needed when images are read from a window and results are returned.
#pragma once

#include "nests/images.h"

#include <set>

namespace preamar::convert {

struct Live {
  std::set<const clang::VarDecl*> variables;  // variables of the function, including its parameters
  std::set<const clang::Stmt*> dropped;       // statements that only set variables that are never read
};

// Counts references that are not among `gone`; those in the values of variables only if these count. The effects of
// `stores` and the variables `needed` always count.
[[nodiscard]] Live find_live(const Nest& nest, const std::set<const clang::Stmt*>& gone,
                             const std::set<const clang::Stmt*>& stores, const std::set<const clang::VarDecl*>& needed);

}  // namespace preamar::convert
