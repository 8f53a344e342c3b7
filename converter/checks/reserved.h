// Names with another meaning in a language of a target.
#pragma once

#include <string>
#include <string_view>

namespace preamar::convert {

// The owner of a keyword: "a word of C++"; empty if there is none.
[[nodiscard]] std::string owner_of(std::string_view name);

// The owner of a function: nothing in the file may have that name in OpenCL C.
[[nodiscard]] std::string owner_of_function(std::string_view name);

// The owner of functions with this prefix: no other function should have it; other names may.
[[nodiscard]] std::string owner_of_family(std::string_view name);

// The owner of a name around the function itself, which loops and kernels call by its name.
[[nodiscard]] std::string owner_around(std::string_view name);

// The owner of a name in the serial code too, which keeps all names.
[[nodiscard]] std::string owner_in_c(std::string_view name);

// A replacement name; never the same for two names that somebody owns.
[[nodiscard]] std::string other_name(const std::string& name);

}  // namespace preamar::convert
