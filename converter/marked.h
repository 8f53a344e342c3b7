// A marked function as Clang knows it.
#pragma once

#include "program.h"

#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace preamar::convert {

struct Marked {
  Skeleton skeleton;
  const clang::FunctionDecl* function;
  const clang::FunctionDecl* lift = nullptr;  // of a reduction, or none

  // Parameters of `function`, or of `lift` where there is one, by what they are given; null where there is none.
  std::vector<const clang::ParmVarDecl*> pixels;
  std::vector<const clang::ParmVarDecl*> places;    // positions and extents
  std::vector<const clang::ParmVarDecl*> settings;  // the same for every pixel
  const clang::ParmVarDecl* counters = nullptr;     // the array of a histogram
  const clang::ParmVarDecl* bins = nullptr;         // how many it has

  // Of a stencil: parameters that are its window or a part of it, also of helpers, and how many indices each has.
  std::map<const clang::ParmVarDecl*, int> windows;

  std::vector<const clang::FunctionDecl*> functions;  // all that are reached, these included; callees first
  std::vector<const clang::VarDecl*> constants;       // of the file, that are reached
  std::set<std::string> mathematics;                  // functions of C's library that are called: "sqrtf"
  bool needs_math_header = false;                     // for INFINITY, isnan and the like
  Kernel kernel;
};

}  // namespace preamar::convert
