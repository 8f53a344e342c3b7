// The front end: a source file becomes a Program, or is refused.
#pragma once

#include "program.h"

#include <string>
#include <vector>

namespace preamar::convert {

struct Source {
  std::string path;                // for messages, and where #include "..." begins
  std::string text;                // plain C, with attributes or with old directives
  std::vector<std::string> flags;  // for the compiler: -I, -D, -std
  bool may_run = true;             // whether reductions are tried, which runs code of the source
  std::string name{};              // of the project; that of the file unless given
};

// Throws Refused, with everything that is wrong.
[[nodiscard]] Program understand(const Source& source);

}  // namespace preamar::convert
