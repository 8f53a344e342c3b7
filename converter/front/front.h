// The front end: a source file becomes a Program, or is refused.
#pragma once

#include "nests/lines.h"
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

// The text with a function of a pixel behind each function that is marked preamar::loop.
struct ExtractedLoops {
  std::string text;
  std::vector<ExtractedLoop> functions;
  std::vector<Inserted> inserted;
};
[[nodiscard]] ExtractedLoops extract_loops(const Source& source);

// For each function without a mark that has loops.
[[nodiscard]] Suggestions suggest_loops(const Source& source);

// These throw Refused, with everything that is wrong.
[[nodiscard]] Program understand(const Source& source);

}  // namespace preamar::convert
