// What must hold before a function is called for many pixels at once. Each looks at one marked function and at all that
// it reaches, and tells what is wrong with file, line, column, the construct and a way round.
#pragma once

#include "marked.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

namespace preamar::convert {

// Only variables of the function itself are written: no global, no static, no pixel of the input. Counters of a
// histogram are only added to.
void check_writes(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// The window, the counters and constant arrays are only indexed, so that they can lie in another memory: no second
// pointer to them, no cast of a pointer, no call that may be given the same memory twice.
void check_aliases(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// Every loop ends after a number of turns that pixels do not decide.
void check_loops(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// Every index into the window stays in it.
void check_window(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// Types mean the same on the host and on devices, and no name is a word of C++, OpenCL C or CUDA.
void check_types(const Marked& marked, clang::ASTContext& context, Refusals& refusals);
void check_names(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// What is written is C++ as well as C.
void check_dialect(const Marked& marked, clang::ASTContext& context, Refusals& refusals);

// What the compiler's own analysis warned of: a variable without a value that is read, a path without a return.
struct Warning {
  clang::SourceLocation at;
  std::string what, instead;
};
// No such warning is about what is converted.
void check_values(const Marked& marked, const std::vector<Warning>& warnings, clang::ASTContext& context,
                  Refusals& refusals);

// The reduction does not mind the order, as far as random values show: `source` is compiled and run in a process of its
// own.
void check_order(const Marked& marked, const std::string& source, const std::vector<std::string>& flags,
                 Refusals& refusals);

}  // namespace preamar::convert
