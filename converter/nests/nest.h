// The loops over the pixels of an image that make up a function.
#pragma once

#include "nests/symbols.h"

#include <vector>

namespace preamar::convert {

// `for (variable = first; variable < extent - last; variable++)`.
struct PixelLoop {
  const clang::ForStmt* loop = nullptr;
  const clang::VarDecl* variable = nullptr;
  Poly extent;
  std::int64_t first = 0, last = 0;
};

// Counters that are set to zero before the loops.
struct Cleared {
  const clang::VarDecl* counters = nullptr;
  const clang::VarDecl* count = nullptr;  // the parameter that holds their number; or
  std::int64_t number = 0;                // the number of them
};

struct Nest {
  const clang::FunctionDecl* function = nullptr;
  std::vector<PixelLoop> loops;            // the outermost first
  const clang::Stmt* body = nullptr;       // of the innermost
  std::vector<const clang::Stmt*> before;  // declarations and assignments outside of it, in the order of the source
  std::vector<const clang::Stmt*> after;   // statements after the loops
  std::vector<Cleared> cleared;
};

// Throws Obstacle. From then on, the variables of its loops are pixel variables of `symbols`.
[[nodiscard]] Nest find_nest(const clang::FunctionDecl& function, Symbols& symbols, clang::ASTContext& context);

}  // namespace preamar::convert
