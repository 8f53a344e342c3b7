// A file system without locks, for programs that load this before the C library (LD_PRELOAD).
#include <sys/file.h>

#include <cerrno>

#define REPLACES extern "C" [[gnu::visibility("default")]]

REPLACES int flock(int, int) noexcept {
  errno = ENOLCK;
  return -1;
}
