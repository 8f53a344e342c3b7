// What of a turn is still needed once images are read from a window and results are returned.
#pragma once

#include "nests/images.h"

#include <set>

namespace preamar::convert {

struct Live {
  std::set<const clang::VarDecl*> variables;  // of the function, its parameters included
  std::set<const clang::Stmt*> dropped;       // statements that only set variables which nobody reads
};

// References that are not among `gone` count; those within the values of variables only where these count. What
// `stores` do always counts, and so do the variables `needed`.
[[nodiscard]] Live find_live(const Nest& nest, const std::set<const clang::Stmt*>& gone,
                             const std::set<const clang::Stmt*>& stores, const std::set<const clang::VarDecl*>& needed);

}  // namespace preamar::convert
