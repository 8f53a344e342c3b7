#include "platform/lock.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "platform/process.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>

namespace preamar {
namespace {

constexpr std::string_view first_words = "preamar: process ";

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing, int code) {
  throw Error(ErrorKind::io, text(path.string(), ": cannot ", doing, ": ", std::generic_category().message(code)));
}

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

}  // namespace

FileLock::FileLock(const std::filesystem::path& path, const std::filesystem::path& what, IfTaken if_taken)
    : path_(path), what_(what) {
  while (!lock(if_taken)) {
  }
}

// False if the last owner removed the file before we got the lock: try again.
bool FileLock::lock(IfTaken if_taken) {
  handle_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (handle_ < 0) fail(path_, text("open the lock of ", what_.string()), errno);
  const auto give_up = [&] {
    close(handle_);
    handle_ = -1;
  };
  int code = 0;
  do {
    code = flock(handle_, LOCK_EX | (if_taken == IfTaken::refuse ? LOCK_NB : 0)) == 0 ? 0 : errno;
  } while (code == EINTR);
  std::string words = words_in(handle_);
  if (code == EWOULDBLOCK) {
    give_up();
    if (words.starts_with(first_words)) words = words.substr(first_words.size(), words.find('\n') - first_words.size());
    throw Error(ErrorKind::io, text(what_.string(), ": another run is writing it", words.empty() ? "" : ": process ",
                                    words, "; wait for it or give another name"));
  }
  if (code != 0) {
    if (words.empty()) unlink(path_.c_str());  // it was made just now
    give_up();
    throw Error(ErrorKind::io,
                text(path_.string(), ": cannot lock: ", std::generic_category().message(code), "; where no other run ",
                     "writes ", what_.string(), ", ", setting("lock", "false"), " writes without a lock"));
  }
  struct stat own {
  }, named{};
  if (fstat(handle_, &own) != 0 || stat(path_.c_str(), &named) != 0 || own.st_dev != named.st_dev ||
      own.st_ino != named.st_ino) {
    give_up();
    return false;
  }
  if (!S_ISREG(own.st_mode) || !is_own(words)) {
    give_up();
    throw Error(ErrorKind::io, text(path_.string(), ": is no lock that preamar made, and the lock of ", what_.string(),
                                    " needs this name; rename it"));
  }
  words = own_words();
  if (ftruncate(handle_, 0) != 0 || pwrite(handle_, words.data(), words.size(), 0) < 0) {
    code = errno;
    unlink(path_.c_str());
    give_up();
    fail(path_, "write", code);
  }
  return true;
}

FileLock::~FileLock() {
  // Remove the file while it is locked, so that waiting processes see that the name is gone. Unlock explicitly:
  // children forked meanwhile have the file open.
  unlink(path_.c_str());
  flock(handle_, LOCK_UN);
  close(handle_);
}

}  // namespace preamar
