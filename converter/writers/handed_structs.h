// Structs with a bool in them, which OpenCL C does not take as an argument of a kernel: they are handed over as structs
// of plain numbers, and put together again there.
#pragma once

#include "program.h"

#include <string>

namespace preamar::convert {

[[nodiscard]] bool needs_handing(const Type& type);
// Of the struct of plain numbers, and of the kernel's function that makes the other of it.
[[nodiscard]] std::string handed_name(const Type& type);
[[nodiscard]] std::string taking_name(const Type& type);

// For all such settings of a program: types and functions of OpenCL C; types and overloads of `handed` of the host.
[[nodiscard]] std::string handed_on_device(const Program& program);
[[nodiscard]] std::string handed_on_host(const Program& program);

}  // namespace preamar::convert
