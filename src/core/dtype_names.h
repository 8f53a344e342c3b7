// The names of dtypes, as in NumPy, in the order of the enumerators.
#pragma once

#include <preamar/image.h>

#include <string_view>

namespace preamar {

inline constexpr std::string_view dtype_names[dtype_count] = {"bool",  "uint8", "uint16", "uint32",  "uint64", "int8",
                                                              "int16", "int32", "int64",  "float32", "float64"};

}  // namespace preamar
