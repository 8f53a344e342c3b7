// A marked function as Clang knows it.
#pragma once

#include "program.h"

#include <clang/AST/Decl.h>

#include <set>
#include <string>
#include <vector>

namespace preamar::convert {

struct Marked {
  Skeleton skeleton;
  const clang::FunctionDecl* function;
  const clang::FunctionDecl* lift = nullptr;  // of a reduction, or none

  // Parameters of `function`, or of `lift` where there is one; null where there is none.
  std::vector<const clang::ParmVarDecl*> pixels, positions;
  const clang::ParmVarDecl* counters = nullptr;    // the array of a histogram
  const clang::ParmVarDecl* bins = nullptr;        // how many it has
  const clang::ParmVarDecl* parameters = nullptr;  // the struct of the user

  std::vector<const clang::FunctionDecl*> functions;  // all that are reached, these included; callees first
  std::vector<const clang::VarDecl*> constants;       // of the file, that are reached
  std::set<std::string> mathematics;                  // functions of C's library that are called: "sqrtf"
  Kernel kernel;
};

}  // namespace preamar::convert
