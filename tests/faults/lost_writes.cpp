// A power failure, for programs that load this before the C library (LD_PRELOAD). Replaces the functions that change
// files, and reports each call to disk.h.
//
// LOST_WRITES_FOLDER   the files that may be lost are below it
// LOST_WRITES_AT       N: the power fails before the N-th change or flush, and the process is killed. Where the program
//                      ends before, the power fails after its end, and the exit code stays. Without it nothing is lost.
// LOST_WRITES_NAMES    1: names are lost too
// LOST_WRITES_KEPT     1: nothing is lost, the process is only killed
// LOST_WRITES_SEED     of the choice
// LOST_WRITES_STASH    an empty folder of the same file system, for removed files that may come back
// LOST_WRITES_COUNT    a file that takes the number of changes and flushes, once the program ends
#include "disk.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>

#define REPLACES extern "C" [[gnu::visibility("default")]]

namespace {

using namespace preamar::test;

// Never destroyed: other libraries may write while the process ends.
Disk& disk() {
  static Disk& only = *new Disk;
  return only;
}

[[gnu::destructor]] void at_the_end() {
  const std::lock_guard lock(disk().mutex);
  disk().end();
}

// Runs `write`, which changes the bytes [begin, end) of a file; begin < 0: where the file's own position is.
template <class Write>
auto written(int handle, off_t begin, off_t bytes, const Write& write) {
  const std::lock_guard lock(disk().mutex);
  if (disk().holds(handle)) {
    disk().step();
    if (begin < 0) begin = lseek(handle, 0, (fcntl(handle, F_GETFL) & O_APPEND) ? SEEK_END : SEEK_CUR);
    disk().remember(handle, begin, begin + bytes);
  }
  return write();
}

int flushed(int handle, bool whole_disk) {
  const std::lock_guard lock(disk().mutex);
  if (disk().holds(handle)) disk().step();
  whole_disk ? disk().flush_all() : disk().flush(handle);
  return 0;
}

// Runs `open`, which may make the file or empty it.
template <class Open>
auto opened(int folder, const char* name, bool creates, bool empties, const Open& open) {
  const std::lock_guard lock(disk().mutex);
  const std::string path = creates || empties ? path_of(folder, name) : std::string();
  if (!disk().holds(path)) return open();
  const bool existed = exists(path);
  if (!existed || empties) disk().step();
  if (const int before = existed && empties ? open_quietly(path, O_RDWR | O_NOFOLLOW) : -1; before >= 0) {
    struct stat status {};
    if (fstat(before, &status) == 0) disk().remember(before, 0, status.st_size);
    close(before);
  }
  const auto result = open();
  if (!existed && exists(path)) disk().note({Kind::created, path});
  return result;
}

int open_at(int folder, const char* name, int flags, int mode) {
  return opened(folder, name, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0,
                [&] { return static_cast<int>(syscall(SYS_openat, folder, name, flags, mode)); });
}

FILE* open_stream(const char* name, const char* mode, const char* symbol) {
  using Open = FILE* (*)(const char*, const char*);
  static const auto next = reinterpret_cast<Open>(dlsym(RTLD_NEXT, symbol));
  return opened(AT_FDCWD, name, *mode != 'r', *mode == 'w', [&] { return next(name, mode); });
}

int rename_at(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  const std::lock_guard lock(disk().mutex);
  const std::string old_path = path_of(from_folder, from), new_path = path_of(to_folder, to);
  const bool is_ours = disk().holds(old_path) && disk().holds(new_path);
  std::string replaced;
  if (is_ours) {
    disk().step();
    if (flags == 0 && exists(new_path) && !is_folder(new_path)) replaced = disk().stash(new_path);
  }
  const int code = static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  if (code == 0 && is_ours)
    disk().note({flags & RENAME_EXCHANGE ? Kind::exchanged : Kind::renamed, old_path, new_path, replaced});
  return code;
}

int remove_at(int folder, const char* name, int flags) {
  const std::lock_guard lock(disk().mutex);
  const std::string path = path_of(folder, name);
  const bool is_ours = disk().holds(path) && exists(path), removes_folder = (flags & AT_REMOVEDIR) != 0;
  std::string stashed;
  if (is_ours) {
    disk().step();
    if (!removes_folder && !is_folder(path)) stashed = disk().stash(path);
  }
  const int code = static_cast<int>(syscall(SYS_unlinkat, folder, name, flags));
  if (code == 0 && is_ours) disk().note({removes_folder ? Kind::removed_folder : Kind::removed, path, {}, stashed});
  return code;
}

int make_folder_at(int folder, const char* name, mode_t mode) {
  const std::lock_guard lock(disk().mutex);
  const std::string path = path_of(folder, name);
  if (disk().holds(path) && !exists(path)) disk().step();
  const int code = static_cast<int>(syscall(SYS_mkdirat, folder, name, mode));
  if (code == 0 && disk().holds(path)) disk().note({Kind::made_folder, path});
  return code;
}

int mode_of(int flags, std::va_list words) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(words, int) : 0; }

off_t sum_of(const iovec* parts, int count) {
  off_t sum = 0;
  for (int i = 0; i < count; ++i) sum += static_cast<off_t>(parts[i].iov_len);
  return sum;
}

// Cuts a file off or lengthens it.
int resized(int handle, off_t size) {
  struct stat status {};
  fstat(handle, &status);
  return written(handle, std::min(size, status.st_size), std::max<off_t>(0, status.st_size - size),
                 [&] { return static_cast<int>(syscall(SYS_ftruncate, handle, size)); });
}

}  // namespace

REPLACES ssize_t write(int handle, const void* from, size_t bytes) {
  return written(handle, -1, static_cast<off_t>(bytes), [&] { return syscall(SYS_write, handle, from, bytes); });
}
REPLACES ssize_t writev(int handle, const iovec* parts, int count) {
  return written(handle, -1, sum_of(parts, count), [&] { return syscall(SYS_writev, handle, parts, count); });
}
REPLACES ssize_t pwrite(int handle, const void* from, size_t bytes, off_t at) {
  return written(handle, at, static_cast<off_t>(bytes), [&] { return syscall(SYS_pwrite64, handle, from, bytes, at); });
}
REPLACES ssize_t pwrite64(int handle, const void* from, size_t bytes, off64_t at) {
  return pwrite(handle, from, bytes, at);
}
REPLACES int ftruncate(int handle, off_t size) noexcept { return resized(handle, size); }
REPLACES int ftruncate64(int handle, off64_t size) noexcept { return resized(handle, size); }

REPLACES int fsync(int handle) { return flushed(handle, false); }
REPLACES int fdatasync(int handle) { return flushed(handle, false); }
REPLACES int syncfs(int handle) noexcept { return flushed(handle, true); }

REPLACES int open(const char* name, int flags, ...) {
  std::va_list words;
  va_start(words, flags);
  const int mode = mode_of(flags, words);
  va_end(words);
  return open_at(AT_FDCWD, name, flags, mode);
}
REPLACES int open64(const char* name, int flags, ...) {
  std::va_list words;
  va_start(words, flags);
  const int mode = mode_of(flags, words);
  va_end(words);
  return open_at(AT_FDCWD, name, flags, mode);
}
REPLACES int openat(int folder, const char* name, int flags, ...) {
  std::va_list words;
  va_start(words, flags);
  const int mode = mode_of(flags, words);
  va_end(words);
  return open_at(folder, name, flags, mode);
}
REPLACES int openat64(int folder, const char* name, int flags, ...) {
  std::va_list words;
  va_start(words, flags);
  const int mode = mode_of(flags, words);
  va_end(words);
  return open_at(folder, name, flags, mode);
}
REPLACES FILE* fopen(const char* name, const char* mode) { return open_stream(name, mode, "fopen"); }
REPLACES FILE* fopen64(const char* name, const char* mode) { return open_stream(name, mode, "fopen64"); }

REPLACES int rename(const char* from, const char* to) noexcept { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
REPLACES int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return rename_at(from_folder, from, to_folder, to, 0);
}
REPLACES int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  return rename_at(from_folder, from, to_folder, to, flags);
}
REPLACES int unlink(const char* name) noexcept { return remove_at(AT_FDCWD, name, 0); }
REPLACES int unlinkat(int folder, const char* name, int flags) noexcept { return remove_at(folder, name, flags); }
REPLACES int rmdir(const char* name) noexcept { return remove_at(AT_FDCWD, name, AT_REMOVEDIR); }
REPLACES int remove(const char* name) noexcept { return remove_at(AT_FDCWD, name, is_folder(name) ? AT_REMOVEDIR : 0); }
REPLACES int mkdir(const char* name, mode_t mode) noexcept { return make_folder_at(AT_FDCWD, name, mode); }
REPLACES int mkdirat(int folder, const char* name, mode_t mode) noexcept { return make_folder_at(folder, name, mode); }
