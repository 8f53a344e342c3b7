// The files of a project: the serial original, its conversion to each target, and a program that compares them.
#pragma once

#include "program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace preamar::convert {

// Formatted; the same bytes for the same program.
[[nodiscard]] std::vector<File> project_files(const Program& program, const std::vector<Target>& chosen);

// Creates missing folders. Throws std::filesystem::filesystem_error or std::runtime_error, which name the file.
void write_files(const std::vector<File>& files, const std::filesystem::path& folder);

}  // namespace preamar::convert
