#include "platform/lock.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "platform/file.h"
#include "platform/process.h"
#include "platform/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace preamar {
namespace {

constexpr std::string_view first_words = "preamar: process ";

// Text that shows people who has the lock. Only the lock itself decides.
std::string own_words() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char time[32] = {};
  if (gmtime_r(&now, &parts)) std::strftime(time, sizeof(time), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text(first_words, os_process_id(), " on ", os_host_name(), ", started ", time, "\n");
}

// Up to the first zero.
std::string words_in(int handle) {
  std::string words(512, '\0');
  if (pread(handle, words.data(), words.size(), 0) < 0) words.clear();
  words.resize(std::min(words.find('\0'), words.size()));
  return words;
}

// After a power failure a file may end early, or hold zeros instead of the last writes.
bool is_own(std::string_view words) { return words.starts_with(first_words) || first_words.starts_with(words); }

// A lease is a JSON object: see io/store/lease.h.
bool is_lease(std::string_view words) { return words.starts_with('{'); }

// Seconds after which a lease expires.
std::int64_t lifetime_in(const std::string& words) {
  constexpr std::string_view field = "\"seconds\":";
  const std::size_t at = words.find(field);
  return at == std::string::npos ? 0 : std::atoll(words.c_str() + at + field.size());
}

// The time since the file was changed. Machines that share a disk may have other clocks than the disk: a file that is
// made now has its time.
std::chrono::seconds age_of(const std::filesystem::path& path, int handle) {
  static std::atomic<int> number{0};
  std::filesystem::path probe;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  int made = open(held(folder).c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (made < 0) {  // the file system has no files without names
    probe = path;
    probe += text(".", os_host_name(), ".", os_process_id(), ".", ++number);
    made = open(held(probe).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  }
  if (made < 0) fail_on_file(probe, "create", errno);
  struct stat now {
  }, changed{};
  const bool has_times = fstat(made, &now) == 0 && fstat(handle, &changed) == 0;
  const int code = errno;
  close(made);
  if (!probe.empty()) unlink(held(probe).c_str());
  if (!has_times) fail_on_file(path, "get the time of", code);
  return std::chrono::seconds(std::max<std::int64_t>(now.st_mtim.tv_sec - changed.st_mtim.tv_sec, 0));
}

// The zero ends the words if the process is killed before the rest of longer ones is cut off.
void replace_words(const std::filesystem::path& path, int handle, const std::string& words) {
  if (pwrite(handle, words.c_str(), words.size() + 1, 0) < 0 ||
      ftruncate(handle, static_cast<off_t>(words.size())) != 0)
    fail_on_file(path, "write", errno);
}

[[noreturn]] void refuse_taken(const std::filesystem::path& what, std::string words) {
  if (words.starts_with(first_words)) words = words.substr(first_words.size(), words.find('\n') - first_words.size());
  throw Error(ErrorKind::io, text(what.string(), ": another run is writing it", words.empty() ? "" : ": process ",
                                  words, "; wait for it or give another name"));
}

// A file that is open and locked.
class LockedFile {
 public:
  // code() is 0 if it is locked. Then is_gone() says whether the last owner removed the file meanwhile.
  LockedFile(const std::filesystem::path& path, int flags, int operation) {
    handle_ = open(held(path).c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (handle_ < 0) {
      code_ = errno;
      return;
    }
    do {
      code_ = flock(handle_, operation) == 0 ? 0 : errno;
    } while (code_ == EINTR);
    if (code_ != 0) return;
    struct stat own {
    }, named{};
    is_gone_ = fstat(handle_, &own) != 0 || stat(held(path).c_str(), &named) != 0 || own.st_dev != named.st_dev ||
               own.st_ino != named.st_ino;
    is_regular_ = S_ISREG(own.st_mode);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  // Unlocks explicitly: children forked meanwhile have the file open.
  ~LockedFile() {
    if (handle_ < 0) return;
    flock(handle_, LOCK_UN);
    close(handle_);
  }

  [[nodiscard]] bool is_open() const { return handle_ >= 0; }
  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  [[nodiscard]] bool is_regular() const { return is_regular_; }
  [[nodiscard]] int handle() const { return handle_; }
  int release() { return std::exchange(handle_, -1); }

 private:
  int handle_ = -1, code_ = 0;
  bool is_gone_ = false, is_regular_ = false;
};

[[noreturn]] void refuse_lock(const std::filesystem::path& path, const std::filesystem::path& what, int code) {
  throw Error(ErrorKind::io,
              text(path.string(), ": cannot lock: ", std::generic_category().message(code), "; where no other run ",
                   "writes ", what.string(), ", ", setting("lock", "false"), " writes without a lock"));
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path, const std::filesystem::path& what, IfTaken if_taken)
    : path_(path), what_(what) {
  while (!lock(if_taken)) {
  }
}

// False if the last owner removed the file before we got the lock: try again.
bool FileLock::lock(IfTaken if_taken) {
  LockedFile file(path_, O_RDWR | O_CREAT, LOCK_EX | (if_taken == IfTaken::refuse ? LOCK_NB : 0));
  if (!file.is_open()) fail_on_file(path_, text("open the lock of ", what_.string()), file.code());
  const std::string words = words_in(file.handle());
  if (file.code() == EWOULDBLOCK) refuse_taken(what_, words);
  if (file.code() != 0) {
    if (words.empty()) unlink(held(path_).c_str());  // it was made just now
    refuse_lock(path_, what_, file.code());
  }
  if (file.is_gone()) return false;
  if (!file.is_regular() || !(is_own(words) || is_lease(words)))
    throw Error(ErrorKind::io, text(path_.string(), ": is not a lock that preamar made, and the lock of ",
                                    what_.string(), " needs this name; rename it"));
  if (is_lease(words)) {
    const std::int64_t left = lifetime_in(words) - age_of(path_, file.handle()).count();
    if (left >= 0)
      throw Error(ErrorKind::io, text(what_.string(), ": a job of several processes is writing it; if none of them ",
                                      "runs any more, its lock ", path_.string(), " expires in ", left + 1, " s"));
  }
  try {
    replace_words(path_, file.handle(), own_words());
  } catch (const Error&) {
    unlink(held(path_).c_str());
    throw;
  }
  handle_ = file.release();
  return true;
}

FileLock::~FileLock() {
  // Remove the file while it is locked, so that waiting processes see that the name is gone. Unlock explicitly:
  // children forked meanwhile have the file open.
  unlink(held(path_).c_str());
  flock(handle_, LOCK_UN);
  close(handle_);
}

namespace {

// Calls use(file, content) with a lease that is open and locked. Other processes hold its lock for moments only.
template <class Use>
auto with_lease(const std::filesystem::path& path, int flags, int operation, const Use& use) {
  constexpr int most_tries = 1000;
  for (int i = 0;; ++i) {
    const LockedFile file(path, flags, operation | LOCK_NB);
    if (!file.is_open() && file.code() == ENOENT && !(flags & O_CREAT)) return use(file, std::string());
    if (!file.is_open()) fail_on_file(path, "open", file.code());
    const std::string words = words_in(file.handle());
    if (file.code() == 0 && !file.is_gone()) {
      if (!file.is_regular() || !(is_own(words) || is_lease(words)))
        throw Error(ErrorKind::io, text(path.string(), ": is not a lock that preamar made; rename it"));
      return use(file, is_lease(words) ? words : std::string());
    }
    if (file.code() != 0 && file.code() != EWOULDBLOCK) refuse_lock(path, path, file.code());
    if (words.starts_with(first_words)) refuse_taken(path, words);
    if (i == most_tries)
      throw Error(ErrorKind::io, text(path.string(), ": a process that changes this lock does not continue; it may be ",
                                      "suspended; let it continue or end it, then run again"));
    if (file.code() != 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// A lease that is read without the lock of its file: a process that is suspended on the way keeps nobody out. Nothing
// if there is no lease or it is being changed.
std::optional<LeaseFile> read_unlocked(const std::filesystem::path& path) {
  const LockedFile file(path, O_RDONLY, LOCK_UN);
  if (!file.is_open() || file.code() != 0 || file.is_gone() || !file.is_regular()) return std::nullopt;
  std::string words = words_in(file.handle());
  if (!is_lease(words) || !words.ends_with("}\n") || words_in(file.handle()) != words) return std::nullopt;
  return LeaseFile{std::move(words), age_of(path, file.handle())};
}

}  // namespace

std::optional<LeaseFile> read_lease(const std::filesystem::path& path) {
  if (auto lease = read_unlocked(path)) return lease;
  return with_lease(path, O_RDWR, LOCK_SH, [&](const LockedFile& file, const std::string& words) {
    return words.empty() ? std::nullopt : std::optional(LeaseFile{words, age_of(path, file.handle())});
  });
}

bool create_lease(const std::filesystem::path& path, const std::string& words) {
  return with_lease(path, O_RDWR | O_CREAT, LOCK_EX, [&](const LockedFile& file, const std::string& old) {
    if (!old.empty()) return false;
    replace_words(path, file.handle(), words);
    return true;
  });
}

bool replace_lease(const std::filesystem::path& path, const std::string& words,
                   const std::function<bool(const std::string& old)>& may_replace) {
  return with_lease(path, O_RDWR, LOCK_EX, [&](const LockedFile& file, const std::string& old) {
    if (old.empty() || !may_replace(old)) return false;
    replace_words(path, file.handle(), words);
    return true;
  });
}

}  // namespace preamar
