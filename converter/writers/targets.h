// The files of each target. project_files() puts them together and lays out their text.
#pragma once

#include "words.h"
#include "writers/templates.h"
#include "writers/writers.h"

#include <string>
#include <vector>

namespace preamar::convert {

[[nodiscard]] std::vector<File> serial_files(const Program& program);
[[nodiscard]] std::vector<File> cpp_files(const Program& program);
[[nodiscard]] std::vector<File> opencl_files(const Program& program);
[[nodiscard]] std::vector<File> cuda_files(const Program& program);
// The program that compares, and CMakeLists.txt.
[[nodiscard]] std::vector<File> check_files(const Program& program, const std::vector<Target>& chosen);

// The header with a class for each kernel, the same for all targets; `where` says on what it runs.
[[nodiscard]] File class_header(const Program& program, Target target, const std::string& where);

[[nodiscard]] bool has(const Program& program, Skeleton skeleton);
// Whether a kernel of it writes an image.
[[nodiscard]] bool writes_pixels(const Program& program);

// Wrappers c_NAME of the functions of math.h that are used, with C's types; each begins with `words`. In OpenCL C their
// names have no suffix, for that overloads them.
[[nodiscard]] std::string mathematics_text(const Program& program, Target target, const std::string& words);

}  // namespace preamar::convert
