// Conditions for calling a function for many pixels in parallel. Each check examines one marked function and everything
// that it reaches, and reports each fault with file, line, column, the construct and a remedy.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

namespace preamar::convert {

// The function writes only its own variables: no global, no static, no pixel of the input. Counters of a histogram are
// only added to.
void check_writes(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// The window, the counters and constant arrays are only indexed, so that they can be in another memory: no second
// pointer to them, no cast of a pointer, no call that may get the same memory twice.
void check_aliases(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// The number of iterations of every loop does not depend on pixels.
void check_loops(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// Every index into the window stays in it.
void check_window(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// Types have the same meaning on the host and on devices, and no name is a keyword of C++, OpenCL C or CUDA.
void check_types(const Marked& marked, clang::ASTContext& context, Refusals& refusals);
void check_names(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// The code is valid C++ as well as C.
void check_dialect(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// The compiler's own warnings: a variable that is read without a value, a path without a return.
struct Warning {
  clang::SourceLocation at;
  std::string what, instead;
};
// No such warning concerns converted code.
void check_values(const Marked& marked, const std::vector<Warning>& warnings, clang::ASTContext& context,
                  Refusals& refusals);

// The reduction does not depend on the order, as far as random values show: `source` is compiled and run in a separate
// process.
void check_order(const Marked& marked, const std::string& source, const std::vector<std::string>& flags,
                 Refusals& refusals);

}  // namespace preamar::convert
