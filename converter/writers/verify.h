// Verifies generated code: builds and runs it on this machine.
#pragma once

#include "writers/writers.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace preamar::convert {

struct Verification {
  std::string prefix;              // the prefix of Preamar's installation; empty if CMake finds it by itself
  std::vector<std::string> flags;  // compiler options for the source: -I, -D, -std
  bool is_large = false;           // also images of 4K and 8K
  bool is_timed = false;           // also report the times of the serial code and of each target
};

// Builds the project of `program` in `folder`, runs its check for each target that can run, compiles the other targets,
// and writes a line for each to `report`. Returns false if something does not build or differs from the serial code;
// `report` then holds the output of the tools. A target whose tool is missing is named but is no failure; without CMake
// nothing can be verified, which is one.
[[nodiscard]] bool verify(const Program& program, const std::vector<Target>& chosen,
                          const std::filesystem::path& folder, const Verification& how, std::ostream& report);

}  // namespace preamar::convert
