// The files of each target. project_files() combines and formats them.
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
// The program that compares the targets, and CMakeLists.txt.
[[nodiscard]] std::vector<File> check_files(const Program& program, const std::vector<Target>& chosen);

// The header with a class per kernel, the same for all targets; `where` says on what it runs.
[[nodiscard]] File class_header(const Program& program, Target target, const std::string& where);

[[nodiscard]] bool has(const Program& program, Skeleton skeleton);
// Whether one of its kernels writes an image.
[[nodiscard]] bool writes_pixels(const Program& program);

// Wrappers c_NAME of the math.h functions that are used, with C's types; each begins with `words`. In OpenCL C, where
// these functions are overloaded, the names have no suffix.
[[nodiscard]] std::string mathematics_text(const Program& program, Target target, const std::string& words);

}  // namespace preamar::convert
