// Assertions on contracts inside the library, active if the CMake option PREAMAR_ASSERTIONS is ON. Arguments of users
// are always checked, by core/require.h.
#pragma once

#ifdef PREAMAR_ASSERTIONS

#include <cstdio>
#include <cstdlib>

namespace preamar {

[[noreturn]] inline void end_at(const char* file, int line, const char* condition, const char* why) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s: %s\n", file, line, condition, why);
  std::abort();
}

}  // namespace preamar

// Aborts if the condition is false, and prints the file, the line, the condition and `why`.
#define PREAMAR_ASSERT(condition, why) \
  ((condition) ? static_cast<void>(0) : ::preamar::end_at(__FILE__, __LINE__, #condition, why))

#else

// Compiled, so that the condition stays valid, but not evaluated.
#define PREAMAR_ASSERT(condition, why) (static_cast<void>(sizeof((condition) ? why : why)))

#endif
