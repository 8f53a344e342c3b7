#include "platform/file.h"

#include "core/error_text.h"
#include "platform/beneath.h"
#include "platform/work_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace preamar {
namespace {

constexpr std::int64_t largest_call = std::int64_t{1} << 30;  // Linux transfers less than 2 GiB per call

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::int64_t read_at(int handle, const std::filesystem::path& path, std::int64_t offset, void* to, std::int64_t bytes) {
  std::int64_t done = 0;
  while (done < bytes) {
    const auto part = static_cast<std::size_t>(std::min(bytes - done, largest_call));
    const ssize_t got = pread(handle, static_cast<char*>(to) + done, part, offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_on_file(path, "read", errno);
    if (got == 0) break;
    done += got;
  }
  return done;
}

// 0, or the error number.
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

// Renames without replacing; 0, or the error number.
int rename_new(const char* from, const char* to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // Fallback for file systems without that call: checks the name just before.
  struct stat status {};
  if (lstat(to, &status) == 0) return EEXIST;
  return rename(from, to) == 0 ? 0 : errno;
}

std::string folder_text(const std::filesystem::path& folder) { return folder.empty() ? "." : folder.string(); }

int open_for_reading(const std::filesystem::path& path) {
  // O_NONBLOCK: rejects a pipe of that name instead of waiting for it.
  return open(held(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

// Whether the system confirms that no such name exists below `folder`: its first existing parent is a folder, and the
// name below that is not even a dangling link.
bool is_absent(std::filesystem::path path, const std::filesystem::path& folder) {
  for (; path != folder; path = path.parent_path()) {
    struct stat status {};
    if (lstat(held(path).c_str(), &status) == 0) return false;
    if (errno != ENOENT) return false;
    if (!path.has_relative_path()) return false;
    const std::filesystem::path above = path.parent_path();
    if (stat(held(above).c_str(), &status) == 0) return S_ISDIR(status.st_mode);
  }
  return false;
}

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec; }

}  // namespace

void fail_on_file(const std::filesystem::path& path, std::string_view doing, int code) {
  throw Error(ErrorKind::io, text(path.string(), ": cannot ", doing, ": ", std::generic_category().message(code)));
}

InFile::InFile(const std::filesystem::path& path) : InFile(path, {}, open_for_reading(path)) {}

InFile::InFile(const std::filesystem::path& path, const std::filesystem::path& folder)
    : InFile(path, folder, open_beneath(path, folder)) {}

InFile::InFile(const std::filesystem::path& path, const std::filesystem::path& folder, int handle)
    : path_(path), handle_(handle) {
  if (handle_ < 0 && errno == EXDEV)
    throw Error(ErrorKind::io, text(path.string(), ": a link leads outside the folder ", folder_text(folder),
                                    "; only files within it are read, so copy them there"));
  if (handle_ < 0) fail_on_file(path, "open", errno);
  struct stat status {};
  const int code = fstat(handle_, &status) == 0 ? 0 : errno;
  if (code == 0 && S_ISREG(status.st_mode)) {
    size_ = status.st_size;
    return;
  }
  ::close(handle_);
  if (code != 0) fail_on_file(path, "open", code);
  throw Error(ErrorKind::io, text(path.string(), ": is ", S_ISDIR(status.st_mode) ? "a folder" : "no regular file",
                                  "; give an image file"));
}

InFile::~InFile() { ::close(handle_); }

std::unique_ptr<InFile> open_if_present(const std::filesystem::path& path, const std::filesystem::path& folder,
                                        const std::filesystem::path& root) {
  const int handle = open_beneath(path, root);
  if (handle < 0 && errno == ENOENT) {
    if (is_absent(path, folder)) return nullptr;
    errno = ENOENT;
  }
  return std::unique_ptr<InFile>(new InFile(path, root, handle));
}

std::int64_t InFile::read_some(std::int64_t offset, void* to, std::int64_t bytes) const {
  return read_at(handle_, path_, offset, to, bytes);
}

void InFile::read(std::int64_t offset, void* to, std::int64_t bytes) const {
  const std::int64_t got = read_some(offset, to, bytes);
  if (got < bytes)
    throw Error(ErrorKind::io, text(path_.string(), ": ends at byte ", offset + got, ", but ", bytes - got,
                                    " more are needed; the file is truncated"));
}

OutFile::OutFile(const std::filesystem::path& path, const std::filesystem::path& shown, Start start) : shown_(shown) {
  // O_NOFOLLOW, O_NONBLOCK: write only to a regular file of exactly this name, and do not wait for a pipe.
  const int cut = start == Start::empty ? O_TRUNC : 0;
  handle_ = open(held(path).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | cut, 0666);
  if (handle_ < 0) fail_on_file(path, "open", errno);
  struct stat status {};
  const int code = fstat(handle_, &status) != 0 ? errno : S_ISREG(status.st_mode) ? 0 : EINVAL;
  size_ = status.st_size;
  if (code == 0) return;
  ::close(handle_);
  fail_on_file(path, "write", code);
}

OutFile::~OutFile() {
  if (handle_ >= 0) ::close(handle_);
}

void OutFile::write(std::int64_t offset, const void* from, std::int64_t bytes) {
  if (const int code = write_at(handle_, offset, from, bytes)) fail_on_file(shown_, "write", code);
  std::int64_t size = size_;
  while (size < offset + bytes && !size_.compare_exchange_weak(size, offset + bytes)) {
  }
}

void OutFile::resize(std::int64_t bytes) {
  if (ftruncate(handle_, bytes) != 0) fail_on_file(shown_, "write", errno);
  size_ = bytes;
}

std::int64_t OutFile::read_some(std::int64_t offset, void* to, std::int64_t bytes) const {
  return read_at(handle_, shown_, offset, to, bytes);
}

void OutFile::flush() {
  if (fsync(handle_) != 0) fail_on_file(shown_, "flush", errno);
}

void OutFile::close() {
  flush();
  const int handle = handle_;
  handle_ = -1;
  if (::close(handle) != 0 && errno != EINTR) fail_on_file(shown_, "close", errno);
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const auto create = [&] { return open(held(path).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666); };
  int handle = create();
  if (handle < 0 && errno == ENOENT) {
    std::error_code none;
    std::filesystem::create_directories(held(folder_of(path)), none);
    handle = create();
  }
  if (handle < 0) fail_on_file(path, "write", errno);
  int code = write_at(handle, 0, bytes.data(), static_cast<std::int64_t>(bytes.size()));
  if (code == 0 && ftruncate(handle, static_cast<off_t>(bytes.size())) != 0) code = errno;
  const int closed = ::close(handle) == 0 || errno == EINTR ? 0 : errno;
  if (code != 0 || closed != 0) fail_on_file(path, "write", code != 0 ? code : closed);
}

void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  try {
    OutFile out(fresh, path);
    out.write(0, bytes.data(), static_cast<std::int64_t>(bytes.size()));
    out.close();
    rename_over(fresh, path);
  } catch (const Error&) {
    unlink(held(fresh).c_str());
    throw;
  }
  flush_folder(folder_of(path));
}

void flush_file_system(const std::filesystem::path& path) {
  const int handle = open(held(path).c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) fail_on_file(path, "open", errno);
  const int code = syncfs(handle) == 0 ? 0 : errno;
  ::close(handle);
  if (code != 0) fail_on_file(path, "flush", code);
}

void flush_folder(const std::filesystem::path& folder) {
  const int handle = open(held(folder).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;  // a folder that is writable but not readable
  const int code = fsync(handle) == 0 ? 0 : errno;
  ::close(handle);
  if (code == EIO || code == ENOSPC || code == EDQUOT)
    fail_on_file(folder, "flush", code);  // others: not supported here
}

bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to) {
  const int code = rename_new(held(from).c_str(), held(to).c_str());
  if (code != 0 && code != EEXIST) fail_on_file(to, "give the name", code);
  return code == 0;
}

void rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (rename(held(from).c_str(), held(to).c_str()) != 0) fail_on_file(to, "give the name", errno);
}

bool exchange_names(const std::filesystem::path& one, const std::filesystem::path& other) {
  if (renameat2(AT_FDCWD, held(one).c_str(), AT_FDCWD, held(other).c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno == EINVAL || errno == ENOSYS) return false;
  fail_on_file(other, "give the name", errno);
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(held(path).c_str(), &status) == 0)
    return FileStamp{status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim),
                     nanoseconds(status.st_ctim)};
  if (errno == ENOENT) return std::nullopt;
  fail_on_file(path, "look up", errno);
}

}  // namespace preamar
