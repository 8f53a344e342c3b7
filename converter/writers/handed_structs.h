// Structs with a bool, which OpenCL C does not accept as a kernel argument: passed as structs of plain numbers, and
// restored in the kernel.
#pragma once

#include "program.h"

#include <string>

namespace preamar::convert {

[[nodiscard]] bool needs_handing(const Type& type);
// The names of the struct of plain numbers, and of the kernel's function that restores the original.
[[nodiscard]] std::string handed_name(const Type& type);
[[nodiscard]] std::string taking_name(const Type& type);

// For all such settings of a program: types and functions of OpenCL C; types and overloads of `handed` on the host.
[[nodiscard]] std::string handed_on_device(const Program& program);
[[nodiscard]] std::string handed_on_host(const Program& program);

}  // namespace preamar::convert
