// Other programs on this machine.
#pragma once

#include <string>
#include <vector>

namespace preamar {

// The path of the executable `name` in a folder of PATH; empty if there is none or `name` contains a slash.
[[nodiscard]] std::string os_find_program(const std::string& name);
// Replaces this process by that program, with the arguments after its name. Throws Error (io) if it cannot be started.
[[noreturn]] void os_become_program(const std::string& path, const std::vector<std::string>& arguments);

}  // namespace preamar
