// The files of a project: the serial original, its conversion to each target, and a program that compares them.
#pragma once

#include "program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace preamar::convert {

// Formatted; the same bytes for the same program.
[[nodiscard]] std::vector<File> project_files(const Program& program, const std::vector<Target>& chosen);

}  // namespace preamar::convert
