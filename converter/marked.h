// A marked function in Clang's terms.
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
  const clang::FunctionDecl* lift = nullptr;  // of a reduction, if any

  // Parameters of `function`, or of `lift` if there is one, by their meaning; null if there is none.
  std::vector<const clang::ParmVarDecl*> pixels;
  std::vector<const clang::ParmVarDecl*> places;    // positions and extents
  std::vector<const clang::ParmVarDecl*> settings;  // the same for every pixel
  const clang::ParmVarDecl* counters = nullptr;     // the array of a histogram
  const clang::ParmVarDecl* bins = nullptr;         // their number

  // For a stencil: the parameters that are its window or a part of it, also of helpers, and the number of indices of
  // each.
  std::map<const clang::ParmVarDecl*, int> windows;

  std::vector<const clang::FunctionDecl*> functions;  // all functions that are reached, including these; callees first
  std::vector<const clang::VarDecl*> constants;       // constants of the file that are reached
  std::set<std::string> mathematics;                  // called functions of the C library: "sqrtf"
  bool needs_math_header = false;                     // for INFINITY, isnan and similar macros
  Kernel kernel;
};

}  // namespace preamar::convert
