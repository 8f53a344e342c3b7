// Functions of the C library that a converted function may call: those with the same meaning on every target.
#pragma once

#include <string_view>

namespace preamar::convert {

struct MathFunction {
  std::string_view name;   // the name in C: "sqrtf"
  std::string_view plain;  // the overloaded name in OpenCL C and C++: "sqrt"
  std::string_view type;   // of its result and arguments: "float", "double" or "int"
  int arguments;
  bool is_exact;  // gives the same bits on every target
};

// Null if it is none of them.
[[nodiscard]] const MathFunction* math_function(std::string_view name);

}  // namespace preamar::convert
