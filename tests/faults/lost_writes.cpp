// A power failure, for programs that load this before the C library (LD_PRELOAD).
//
// Data: of each file below LOST_WRITES_FOLDER, every page is remembered as it was at the file's last flush (fsync,
// fdatasync, syncfs). At the failure each page that was written since keeps its new bytes or goes back, at random, and
// a file that grew may end anywhere between its old and its new size. Files of one page may all be kept, so that
// records outlive the data that they are about. Names: creations, renames and removals become durable in their order,
// as with a journal. The flush of a folder makes durable what was done in it and everything before; the flush of a file
// does not. At the failure, with LOST_WRITES_NAMES=1, a random number of the last changes is undone; else names are
// durable at once.
//
// LOST_WRITES_AT=N: the failure comes before the N-th change or flush, and the process is killed; where the program
// ends before, the failure comes after its end and its exit code stays. LOST_WRITES_SEED seeds the choice.
// LOST_WRITES_STASH: an empty folder of the same file system, for removed files that may come back. LOST_WRITES_COUNT:
// a file that takes the number of changes and flushes of a program that ends; without LOST_WRITES_AT nothing is lost.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdarg>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#define REPLACES extern "C" [[gnu::visibility("default")]]

namespace {

constexpr off_t page_size = 4096;

struct Page {
  std::array<char, page_size> old{};  // its bytes at the last flush
  long written = 0;                   // when it was written last, in changes and flushes
};
using Inode = std::pair<dev_t, ino_t>;

struct File {
  int handle = -1;     // for reading and writing, so that the file is found again under any name
  off_t old_size = 0;  // at the last flush
  std::map<off_t, Page> pages;
};

enum class Kind { created, made_folder, renamed, exchanged, removed, removed_folder };

struct Change {
  Kind kind;
  std::string path, to, stashed;  // `stashed`: what `path` was, or what a rename replaced
  std::vector<Inode> folders;
};

std::string setting(const char* name) {
  const char* const value = getenv(name);
  return value ? value : "";
}

// The functions that this file replaces, straight from the system.
int system_open(const char* path, int flags, int mode = 0) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode));
}
int system_rename(const std::string& from, const std::string& to, unsigned flags = 0) {
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags));
}
int system_remove(const std::string& path, int flags = 0) {
  return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), flags));
}

bool exists(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

class Disk {
 public:
  // Whatever stands in a member function happens under this lock.
  std::mutex mutex;

  [[nodiscard]] bool holds(const std::string& path) const { return !folder_.empty() && path.starts_with(folder_); }
  [[nodiscard]] bool holds(int handle) const { return holds(path_of(handle)); }

  static std::string path_of(int handle) {
    char path[PATH_MAX];
    const std::string link = "/proc/self/fd/" + std::to_string(handle);
    const ssize_t length = readlink(link.c_str(), path, sizeof(path));
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
  }

  // `name` within the folder `handle`, links in its folder followed.
  static std::string path_of(int handle, const char* name) {
    std::string path = name;
    if (!path.starts_with('/')) {
      char here[PATH_MAX];
      path = (handle == AT_FDCWD ? std::string(getcwd(here, sizeof(here)) ? here : "") : path_of(handle)) + "/" + path;
    }
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    const std::size_t slash = path.rfind('/');
    char parent[PATH_MAX];
    if (!realpath(path.substr(0, slash).c_str(), parent)) return path;
    return std::string(parent) + path.substr(slash);
  }

  // Before every change and flush.
  void step() {
    if (++count_ != failure_) return;
    lose();
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }

  // Remembers the pages of [begin, end) as they are, before they change.
  void remember(int handle, off_t begin, off_t end) {
    struct stat status {};
    if (fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) return;
    File& file = files_[{status.st_dev, status.st_ino}];
    if (file.handle < 0) {
      file.handle = system_open(("/proc/self/fd/" + std::to_string(handle)).c_str(), O_RDWR);
      file.old_size = status.st_size;
    }
    for (off_t at = begin / page_size * page_size; at < end; at += page_size) {
      const auto [found, is_new] = file.pages.try_emplace(at);
      if (is_new) (void)pread(file.handle, found->second.old.data(), page_size, at);
      found->second.written = count_;
    }
  }

  void note(Change change) {
    for (const std::string& path : {change.path, change.to})
      if (struct stat status{}; !path.empty() && stat(path.substr(0, path.rfind('/')).c_str(), &status) == 0)
        change.folders.emplace_back(status.st_dev, status.st_ino);
    changes_.push_back(std::move(change));
  }

  // A second name for a file that is about to lose its own.
  std::string stash(const std::string& path) {
    std::string name = stash_ + "/" + std::to_string(stashed_++);
    return link(path.c_str(), name.c_str()) == 0 ? name : std::string();
  }

  void flush(int handle) {
    struct stat status {};
    if (fstat(handle, &status) != 0) return;
    const Inode inode{status.st_dev, status.st_ino};
    if (const auto file = files_.find(inode); file != files_.end()) {
      close(file->second.handle);
      files_.erase(file);
    }
    if (!S_ISDIR(status.st_mode)) return;
    const auto last = std::find_if(changes_.rbegin(), changes_.rend(), [&](const Change& change) {
      return std::ranges::find(change.folders, inode) != change.folders.end();
    });
    changes_.erase(changes_.begin(), last.base());
  }

  void flush_all() {
    for (const auto& [inode, file] : files_) close(file.handle);
    files_.clear();
    changes_.clear();
  }

  void end() {
    if (failure_ > 0) lose();
    const std::string name = setting("LOST_WRITES_COUNT");
    if (name.empty()) return;
    const int handle = system_open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const std::string text = std::to_string(count_);
    (void)syscall(SYS_write, handle, text.data(), text.size());
    close(handle);
  }

 private:
  void lose() {
    // The system writes old pages back by itself, and may write records before the data that they are about.
    const long written_back = random(2) == 0 ? 0 : static_cast<long>(random(static_cast<std::size_t>(count_) + 1));
    const std::size_t small_files_kept = random(3);  // none of them for sure, about half, all
    for (const auto& [inode, file] : files_)
      if (file.pages.size() > 1 || random(2) >= small_files_kept) lose_pages(file, written_back);
    if (setting("LOST_WRITES_NAMES") != "1") return;
    for (std::size_t left = random(changes_.size() + 1); changes_.size() > left; changes_.pop_back())
      undo(changes_.back());
  }

  void lose_pages(const File& file, long written_back) {
    struct stat status {};
    if (fstat(file.handle, &status) != 0 || status.st_nlink == 0) return;
    const std::size_t lost_of_four = random(5);
    off_t end = file.old_size;  // of what is kept for sure
    for (const auto& [at, page] : file.pages) {
      if (at >= status.st_size) continue;
      const off_t bytes = std::min(page_size, status.st_size - at);
      if (page.written < written_back)
        end = std::max(end, at + bytes);
      else if (random(4) < lost_of_four)
        (void)syscall(SYS_pwrite64, file.handle, page.old.data(), bytes, at);
    }
    const off_t grown = status.st_size - end;
    if (grown > 0 && random(3) == 0) {
      const off_t kept = lost_of_four == 4 ? 0 : static_cast<off_t>(random(static_cast<std::size_t>(grown) + 1));
      (void)syscall(SYS_ftruncate, file.handle, end + kept);
    } else if (grown < 0 && lost_of_four == 4) {
      (void)syscall(SYS_ftruncate, file.handle, end);
    }
  }

  static void undo(const Change& change) {
    switch (change.kind) {
      case Kind::created:
        system_remove(change.path);
        break;
      case Kind::made_folder:
        system_remove(change.path, AT_REMOVEDIR);
        break;
      case Kind::renamed:
        system_rename(change.to, change.path);
        if (!change.stashed.empty()) system_rename(change.stashed, change.to);
        break;
      case Kind::exchanged:
        system_rename(change.path, change.to, RENAME_EXCHANGE);
        break;
      case Kind::removed:
        system_rename(change.stashed, change.path);
        break;
      case Kind::removed_folder:
        (void)syscall(SYS_mkdirat, AT_FDCWD, change.path.c_str(), 0777);
        break;
    }
  }

  std::size_t random(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }

  const std::string folder_ = setting("LOST_WRITES_FOLDER");
  const std::string stash_ = setting("LOST_WRITES_STASH");
  const long failure_ = atol(setting("LOST_WRITES_AT").c_str());
  std::mt19937_64 random_{static_cast<std::uint64_t>(atoll(setting("LOST_WRITES_SEED").c_str()))};
  long count_ = 0, stashed_ = 0;
  std::map<Inode, File> files_;
  std::vector<Change> changes_;
};

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
  const std::string path = creates || empties ? Disk::path_of(folder, name) : std::string();
  if (!disk().holds(path)) return open();
  const bool existed = exists(path);
  if (!existed || empties) disk().step();
  if (const int before = existed && empties ? system_open(path.c_str(), O_RDWR | O_NOFOLLOW) : -1; before >= 0) {
    struct stat status {};
    if (fstat(before, &status) == 0) disk().remember(before, 0, status.st_size);
    close(before);
  }
  const auto result = open();
  if (!existed && exists(path)) disk().note({Kind::created, path, {}, {}, {}});
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
  const std::string old_path = Disk::path_of(from_folder, from), new_path = Disk::path_of(to_folder, to);
  const bool is_ours = disk().holds(old_path) && disk().holds(new_path);
  std::string replaced;
  if (is_ours) {
    disk().step();
    if (flags == 0 && exists(new_path) && !is_folder(new_path)) replaced = disk().stash(new_path);
  }
  const int code = static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  if (code == 0 && is_ours)
    disk().note({flags & RENAME_EXCHANGE ? Kind::exchanged : Kind::renamed, old_path, new_path, replaced, {}});
  return code;
}

int remove_at(int folder, const char* name, int flags) {
  const std::lock_guard lock(disk().mutex);
  const std::string path = Disk::path_of(folder, name);
  const bool is_ours = disk().holds(path) && exists(path), removes_folder = (flags & AT_REMOVEDIR) != 0;
  std::string stashed;
  if (is_ours) {
    disk().step();
    if (!removes_folder && !is_folder(path)) stashed = disk().stash(path);
  }
  const int code = static_cast<int>(syscall(SYS_unlinkat, folder, name, flags));
  if (code == 0 && is_ours) disk().note({removes_folder ? Kind::removed_folder : Kind::removed, path, {}, stashed, {}});
  return code;
}

int make_folder_at(int folder, const char* name, mode_t mode) {
  const std::lock_guard lock(disk().mutex);
  const std::string path = Disk::path_of(folder, name);
  if (disk().holds(path) && !exists(path)) disk().step();
  const int code = static_cast<int>(syscall(SYS_mkdirat, folder, name, mode));
  if (code == 0 && disk().holds(path)) disk().note({Kind::made_folder, path, {}, {}, {}});
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
