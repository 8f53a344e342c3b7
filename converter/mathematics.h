// Functions of C's library that a converted function may call: those that mean the same on every target.
#pragma once

#include <string_view>

namespace preamar::convert {

struct MathFunction {
  std::string_view name;   // as C has it: "sqrtf"
  std::string_view plain;  // as OpenCL C and C++ overload it: "sqrt"
  std::string_view type;   // of its result and arguments: "float", "double" or "int"
  int arguments;
  bool is_exact;  // gives the same bits everywhere
};

// Null where it is none of them.
[[nodiscard]] const MathFunction* math_function(std::string_view name);

}  // namespace preamar::convert
