// Contracts between inner parts. What a user gives is checked always, by core/require.h; what one part of the library
// promises to another is checked only where the CMake option PREAMAR_ASSERTIONS is ON.
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

// Ends the program unless the condition holds, and says where, which, and why it must.
#define PREAMAR_ASSERT(condition, why) \
  ((condition) ? static_cast<void>(0) : ::preamar::end_at(__FILE__, __LINE__, #condition, why))

#else

// Compiled, so that it stays right, but not evaluated.
#define PREAMAR_ASSERT(condition, why) (static_cast<void>(sizeof((condition) ? why : why)))

#endif
