// A function that old sources call and C does not have: adds to one counter. Every source is parsed with it in front.
#pragma once

namespace preamar::convert {

inline constexpr const char* prelude_name = "preamar_prelude.h";
inline constexpr const char* prelude = R"(
static inline __attribute__((overloadable)) int atomicAdd(int* at, int by) { return (*at += by) - by; }
static inline __attribute__((overloadable)) unsigned atomicAdd(unsigned* at, unsigned by) { return (*at += by) - by; }
)";

}  // namespace preamar::convert
