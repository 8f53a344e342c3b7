// The front end: turns a source file into a Program, or refuses it.
#pragma once

#include "nests/lines.h"
#include "program.h"

#include <string>
#include <vector>

namespace preamar::convert {

struct Source {
  std::string path;                // for messages, and the base of #include "..."
  std::string text;                // plain C, with attributes or with old directives
  std::vector<std::string> flags;  // for the compiler: -I, -D, -std
  bool may_run = true;             // whether reductions are tried, which runs code of the source
  std::string name{};              // of the project; by default that of the file
};

// The text with a per-pixel function after each function that is marked preamar::loop.
struct ExtractedLoops {
  std::string text;
  std::vector<ExtractedLoop> functions;
  std::vector<Inserted> inserted;
};
[[nodiscard]] ExtractedLoops extract_loops(const Source& source);

// For each unmarked function that has loops.
[[nodiscard]] Suggestions suggest_loops(const Source& source);

// These throw Refused, with all faults.
[[nodiscard]] Program understand(const Source& source);

}  // namespace preamar::convert
