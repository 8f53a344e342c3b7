// Whether generated code is right: it is built and run here.
#pragma once

#include "writers/writers.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace preamar::convert {

struct Verification {
  std::string prefix;              // where Preamar is installed, or empty where CMake finds it alone
  std::vector<std::string> flags;  // that the source needs: -I, -D, -std
  bool is_large = false;           // also images of 4K and 8K
  bool is_timed = false;           // also tell how long the serial code and each target take
};

// Builds the project of `program` that lies in `folder`, runs its check for each target that can run, compiles what
// cannot, and writes a line for each to `report`. False where something does not build, or differs from the serial
// code; then `report` has what the tools said. A target whose tool is missing is named and no fault;
// without CMake nothing is verified, which is one.
[[nodiscard]] bool verify(const Program& program, const std::vector<Target>& chosen,
                          const std::filesystem::path& folder, const Verification& how, std::ostream& report);

}  // namespace preamar::convert
