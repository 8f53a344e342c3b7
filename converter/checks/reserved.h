// Names that mean something else in a language that code is converted to.
#pragma once

#include <string>
#include <string_view>

namespace preamar::convert {

// Whose word it is: "a word of C++"; empty where nobody's.
[[nodiscard]] std::string owner_of(std::string_view name);

// The same for the name of a function or a macro, which must not be that of a function of OpenCL C or CUDA either.
[[nodiscard]] std::string owner_of_function(std::string_view name);

}  // namespace preamar::convert
