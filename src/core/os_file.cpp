#include "core/os_file.h"

#include "core/error_text.h"
#include "core/os_process.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace preamar {
namespace {

constexpr std::int64_t largest_call = std::int64_t{1} << 30;  // Linux moves less than 2 GiB a call

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing, int code) {
  throw Error(ErrorKind::io, text(path.string(), ": cannot ", doing, ": ", std::generic_category().message(code)));
}

[[noreturn]] void fail_existing(const std::filesystem::path& path) {
  throw Error(ErrorKind::io, text(path.string(), ": exists already; give another name or ask to overwrite"));
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::int64_t read_at(int handle, const std::filesystem::path& path, std::int64_t offset, void* to, std::int64_t bytes) {
  std::int64_t done = 0;
  while (done < bytes) {
    const auto part = static_cast<std::size_t>(std::min(bytes - done, largest_call));
    const ssize_t got = pread(handle, static_cast<char*>(to) + done, part, offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "read", errno);
    if (got == 0) break;
    done += got;
  }
  return done;
}

// 0, or the error's number.
int write_at(int handle, std::int64_t offset, const void* from, std::int64_t bytes) {
  std::int64_t done = 0;
  while (done < bytes) {
    const auto part = static_cast<std::size_t>(std::min(bytes - done, largest_call));
    const ssize_t put = pwrite(handle, static_cast<const char*>(from) + done, part, offset + done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    done += put;
  }
  return 0;
}

// A new file in the folder, under a short name that no other process or thread takes.
int create_temporary(const std::filesystem::path& path, std::filesystem::path& temporary) {
  static std::atomic<std::int64_t> serial{0};
  for (;;) {
    temporary = folder_of(path) / text(".preamar-", os_process_id(), "-", serial++, ".tmp");
    const int handle = open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (handle >= 0) return handle;
    if (errno != EEXIST) fail(path, text("make a file in the folder ", folder_of(path).string()), errno);
  }
}

// Renames without replacing; 0, or the error's number.
int rename_new(const char* from, const char* to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without that call: the name is checked just before.
  if (access(to, F_OK) == 0) return EEXIST;
  return rename(from, to) == 0 ? 0 : errno;
}

// Makes the new name itself durable. Some file systems do not take this, and the data is safe by then.
void sync_folder(const std::filesystem::path& folder) {
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  fsync(handle);
  close(handle);
}

void require_free(const std::filesystem::path& path, Existing existing) {
  struct stat status {};
  const bool exists = lstat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(path, "write", EISDIR);
  if (exists && existing == Existing::refuse) fail_existing(path);
}

}  // namespace

InFile::InFile(const std::filesystem::path& path) : path_(path) {
  // O_NONBLOCK: a pipe of that name is refused below and not waited for.
  handle_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (handle_ < 0) fail(path, "open", errno);
  struct stat status {};
  const int code = fstat(handle_, &status) == 0 ? 0 : errno;
  if (code == 0 && S_ISREG(status.st_mode)) {
    size_ = status.st_size;
    return;
  }
  close(handle_);
  if (code != 0) fail(path, "open", code);
  throw Error(ErrorKind::io, text(path.string(), ": is ", S_ISDIR(status.st_mode) ? "a folder" : "no regular file",
                                  "; give an image file"));
}

InFile::~InFile() { close(handle_); }

std::int64_t InFile::read_some(std::int64_t offset, void* to, std::int64_t bytes) const {
  return read_at(handle_, path_, offset, to, bytes);
}

void InFile::read(std::int64_t offset, void* to, std::int64_t bytes) const {
  const std::int64_t got = read_some(offset, to, bytes);
  if (got < bytes)
    throw Error(ErrorKind::io, text(path_.string(), ": ends at byte ", offset + got, ", but ", bytes - got,
                                    " more are needed; the file is truncated"));
}

OutFile::OutFile(const std::filesystem::path& path, Existing existing) : path_(path), existing_(existing) {
  require_free(path, existing);
  handle_ = create_temporary(path, temporary_);
}

OutFile::OutFile(const std::filesystem::path& path, Existing existing, const std::filesystem::path& partial)
    : path_(path), temporary_(partial), existing_(existing), stays_(true) {
  require_free(path, existing);
  // O_NOFOLLOW, O_NONBLOCK: only a file of that very name is written to, and a pipe is not waited for.
  handle_ = open(partial.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (handle_ < 0) fail(partial, "open", errno);
  struct stat status {};
  const int code = fstat(handle_, &status) != 0 ? errno : flock(handle_, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
  size_ = status.st_size;
  if (code == 0 && S_ISREG(status.st_mode)) return;
  close(handle_);
  if (code == EWOULDBLOCK) throw Error(ErrorKind::io, text(partial.string(), ": another run is writing it"));
  fail(partial, "write", code == 0 ? EINVAL : code);
}

OutFile::~OutFile() {
  if (handle_ < 0) return;
  close(handle_);
  if (!stays_) unlink(temporary_.c_str());
}

void OutFile::write(std::int64_t offset, const void* from, std::int64_t bytes) {
  if (const int code = write_at(handle_, offset, from, bytes)) fail(path_, "write", code);
  std::int64_t size = size_;
  while (size < offset + bytes && !size_.compare_exchange_weak(size, offset + bytes)) {
  }
}

void OutFile::resize(std::int64_t bytes) {
  if (ftruncate(handle_, bytes) != 0) fail(path_, "write", errno);
  size_ = bytes;
}

std::int64_t OutFile::read_some(std::int64_t offset, void* to, std::int64_t bytes) const {
  return read_at(handle_, path_, offset, to, bytes);
}

void OutFile::commit() {
  if (fsync(handle_) != 0) fail(path_, "flush", errno);
  const int code = existing_ == Existing::refuse                    ? rename_new(temporary_.c_str(), path_.c_str())
                   : rename(temporary_.c_str(), path_.c_str()) == 0 ? 0
                                                                    : errno;
  if (code == EEXIST) fail_existing(path_);
  if (code != 0) fail(path_, "rename the finished file", code);
  const int handle = handle_;
  handle_ = -1;
  // Some network file systems report a failed write only here.
  if (close(handle) != 0 && errno != EINTR) fail(path_, "close", errno);
  sync_folder(folder_of(path_));
}

void write_whole(const std::filesystem::path& temporary, const std::filesystem::path& path,
                 std::span<const std::byte> bytes) {
  const int handle = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0) fail(temporary, "write", errno);
  const int code = write_at(handle, 0, bytes.data(), static_cast<std::int64_t>(bytes.size()));
  if (close(handle) != 0 || code != 0) {
    const int reason = code != 0 ? code : errno;
    unlink(temporary.c_str());
    fail(path, "write", reason);
  }
  if (rename(temporary.c_str(), path.c_str()) == 0) return;
  std::error_code none;
  std::filesystem::create_directories(folder_of(path), none);
  if (rename(temporary.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  unlink(temporary.c_str());
  fail(path, "write", reason);
}

void flush_file_system(const std::filesystem::path& path) {
  const int handle = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) fail(path, "open", errno);
  const int code = syncfs(handle) == 0 ? 0 : errno;
  close(handle);
  if (code != 0) fail(path, "flush", code);
}

void rename_folder(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing) {
  int code = rename_new(from.c_str(), to.c_str());
  if (code == EEXIST && existing == Existing::refuse) fail_existing(to);
  if (code == EEXIST) {
    // The old one under the new one's name, then away with it: at every moment `to` is whole.
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) {
      std::filesystem::remove_all(from);
      code = 0;
    } else {
      std::filesystem::remove_all(to);
      code = rename_new(from.c_str(), to.c_str());
    }
  }
  if (code != 0) fail(to, "give the name", code);
  sync_folder(folder_of(to));
}

}  // namespace preamar
