// Names that mean something else in a language that code is converted to.
#pragma once

#include <string>
#include <string_view>

namespace preamar::convert {

// Whose word it is: "a word of C++"; empty where nobody's.
[[nodiscard]] std::string owner_of(std::string_view name);

// Whose function it is: nothing of the file may have that name in OpenCL C.
[[nodiscard]] std::string owner_of_function(std::string_view name);

// Whose functions begin so: no other function should, though what else does harms none.
[[nodiscard]] std::string owner_of_family(std::string_view name);

// Whose it is around the function itself, which loops and kernels call by its name.
[[nodiscard]] std::string owner_around(std::string_view name);

// Whose it is in the serial code too, which keeps all names.
[[nodiscard]] std::string owner_in_c(std::string_view name);

// Such as it could be called instead: never the same for two names that somebody owns.
[[nodiscard]] std::string other_name(const std::string& name);

}  // namespace preamar::convert
