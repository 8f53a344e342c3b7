// Maps lines of a file with inserted functions to the original lines.
#pragma once

#include <string>
#include <vector>

namespace preamar::convert {

struct Refusal;

// Lines that were inserted after a function.
struct Inserted {
  std::string file;
  unsigned line, column;  // of the function's name
  unsigned last;          // line of the function
  unsigned count;         // number of inserted lines
};

// Refusals with the original line numbers; those of an inserted line refer to the function before it.
[[nodiscard]] std::vector<Refusal> at_original_lines(std::vector<Refusal> refusals,
                                                     const std::vector<Inserted>& inserted);

}  // namespace preamar::convert
