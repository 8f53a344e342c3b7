// Lines of a file before and after functions were put into it.
#pragma once

#include <string>
#include <vector>

namespace preamar::convert {

struct Refusal;

// Lines that were put behind a function.
struct Inserted {
  std::string file;
  unsigned line, column;  // of the function's name
  unsigned last;          // line of the function
  unsigned count;         // of the lines
};

// Refusals with the lines that the file had before; those of an inserted line are at the function that it stands
// behind.
[[nodiscard]] std::vector<Refusal> at_original_lines(std::vector<Refusal> refusals,
                                                     const std::vector<Inserted>& inserted);

}  // namespace preamar::convert
