#include "mathematics.h"

#include <algorithm>
#include <iterator>

namespace preamar::convert {
namespace {

// One function: for double and, with the suffix f, for float.
#define BOTH(name, plain, arguments, is_exact) \
  {name, plain, "double", arguments, is_exact}, { name "f", plain, "float", arguments, is_exact }

// IEEE 754 defines the first group to the last bit. For the others, devices guarantee only a few units in the last
// place.
constexpr MathFunction table[] = {
    {"abs", "abs", "int", 1, true},
    BOTH("ceil", "ceil", 1, true),
    BOTH("copysign", "copysign", 2, true),
    BOTH("fabs", "fabs", 1, true),
    BOTH("fdim", "fdim", 2, true),
    BOTH("floor", "floor", 1, true),
    BOTH("fma", "fma", 3, true),
    BOTH("fmax", "fmax", 2, true),
    BOTH("fmin", "fmin", 2, true),
    BOTH("fmod", "fmod", 2, true),
    BOTH("nearbyint", "rint", 1, true),  // they differ only in a flag that is never
                                         // read
    BOTH("rint", "rint", 1, true),
    BOTH("round", "round", 1, true),
    BOTH("sqrt", "sqrt", 1, true),
    BOTH("trunc", "trunc", 1, true),

    BOTH("acos", "acos", 1, false),
    BOTH("acosh", "acosh", 1, false),
    BOTH("asin", "asin", 1, false),
    BOTH("asinh", "asinh", 1, false),
    BOTH("atan", "atan", 1, false),
    BOTH("atan2", "atan2", 2, false),
    BOTH("atanh", "atanh", 1, false),
    BOTH("cbrt", "cbrt", 1, false),
    BOTH("cos", "cos", 1, false),
    BOTH("cosh", "cosh", 1, false),
    BOTH("erf", "erf", 1, false),
    BOTH("erfc", "erfc", 1, false),
    BOTH("exp", "exp", 1, false),
    BOTH("exp2", "exp2", 1, false),
    BOTH("expm1", "expm1", 1, false),
    BOTH("hypot", "hypot", 2, false),
    BOTH("log", "log", 1, false),
    BOTH("log10", "log10", 1, false),
    BOTH("log1p", "log1p", 1, false),
    BOTH("log2", "log2", 1, false),
    BOTH("pow", "pow", 2, false),
    BOTH("sin", "sin", 1, false),
    BOTH("sinh", "sinh", 1, false),
    BOTH("tan", "tan", 1, false),
    BOTH("tanh", "tanh", 1, false),
};

#undef BOTH

}  // namespace

const MathFunction* math_function(std::string_view name) {
  const auto* const found = std::ranges::find(table, name, &MathFunction::name);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace preamar::convert
