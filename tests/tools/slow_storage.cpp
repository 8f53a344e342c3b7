// Preloaded into a program, makes each chunk of a Zarr array as slow to open as on a distant disk.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>

#include <chrono>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <thread>

#define REPLACES extern "C" [[gnu::visibility("default")]]

namespace {

// PREAMAR_LATENCY: milliseconds.
void wait_for(const char* file) {
  static const char* const latency = std::getenv("PREAMAR_LATENCY");
  if (latency && std::strstr(file, "/c/")) std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(latency)));
}

template <class Open>
Open next(const char* name) {
  return reinterpret_cast<Open>(dlsym(RTLD_NEXT, name));
}

mode_t mode_in(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

}  // namespace

REPLACES int open(const char* file, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, mode_t)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  wait_for(file);
  return real(file, flags, mode);
}

REPLACES int open64(const char* file, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, mode_t)>("open64");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  wait_for(file);
  return real(file, flags, mode);
}
