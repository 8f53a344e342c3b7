// Other programs on this machine.
#pragma once

#include <string>
#include <vector>

namespace preamar {

// The path of an executable file `name` in a folder of PATH; empty where there is none or `name` holds a slash.
[[nodiscard]] std::string os_find_program(const std::string& name);
// Becomes that program, with the arguments after its name; throws Error (io) where it cannot be started.
[[noreturn]] void os_become_program(const std::string& path, const std::vector<std::string>& arguments);

}  // namespace preamar
