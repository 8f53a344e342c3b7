#include "disk.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

namespace preamar::test {
namespace {

// Straight from the system: the functions of the C library are replaced, and count.
int rename_quietly(const std::string& from, const std::string& to, unsigned flags = 0) {
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags));
}

int remove_quietly(const std::string& path, int flags = 0) {
  return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), flags));
}

void undo(const Change& change) {
  switch (change.kind) {
    case Kind::created:
      remove_quietly(change.path);
      break;
    case Kind::made_folder:
      remove_quietly(change.path, AT_REMOVEDIR);
      break;
    case Kind::renamed:
      rename_quietly(change.to, change.path);
      if (!change.stashed.empty()) rename_quietly(change.stashed, change.to);
      break;
    case Kind::exchanged:
      rename_quietly(change.path, change.to, RENAME_EXCHANGE);
      break;
    case Kind::removed:
      rename_quietly(change.stashed, change.path);
      break;
    case Kind::removed_folder:
      (void)syscall(SYS_mkdirat, AT_FDCWD, change.path.c_str(), 0777);
      break;
  }
}

}  // namespace

std::string setting(const char* name) {
  const char* const value = getenv(name);
  return value ? value : "";
}

bool exists(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

int open_quietly(const std::string& path, int flags, int mode) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), flags | O_CLOEXEC, mode));
}

std::string path_of(int handle) {
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(handle);
  const ssize_t length = readlink(link.c_str(), path, sizeof(path));
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

std::string path_of(int folder, const char* name) {
  std::string path = name;
  if (!path.starts_with('/')) {
    char here[PATH_MAX];
    path = (folder == AT_FDCWD ? std::string(getcwd(here, sizeof(here)) ? here : "") : path_of(folder)) + "/" + path;
  }
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::size_t slash = path.rfind('/');
  char parent[PATH_MAX];
  if (!realpath(path.substr(0, slash).c_str(), parent)) return path;
  return std::string(parent) + path.substr(slash);
}

void Disk::step() {
  if (++count_ != failure_) return;
  lose();
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

void Disk::remember(int handle, off_t begin, off_t end) {
  struct stat status {};
  if (fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) return;
  File& file = files_[{status.st_dev, status.st_ino}];
  if (file.handle < 0) {
    file.handle = open_quietly("/proc/self/fd/" + std::to_string(handle), O_RDWR);
    file.old_size = status.st_size;
  }
  for (off_t at = begin / page_size * page_size; at < end; at += page_size) {
    const auto [found, is_new] = file.pages.try_emplace(at);
    if (is_new) (void)pread(file.handle, found->second.old.data(), page_size, at);
    found->second.written = count_;
  }
}

void Disk::note(Change change) {
  for (const std::string& path : {change.path, change.to})
    if (struct stat status{}; !path.empty() && stat(path.substr(0, path.rfind('/')).c_str(), &status) == 0)
      change.folders.emplace_back(status.st_dev, status.st_ino);
  changes_.push_back(std::move(change));
}

std::string Disk::stash(const std::string& path) {
  std::string name = stash_ + "/" + std::to_string(stashed_++);
  return link(path.c_str(), name.c_str()) == 0 ? name : std::string();
}

void Disk::flush(int handle) {
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

void Disk::flush_all() {
  for (const auto& [inode, file] : files_) close(file.handle);
  files_.clear();
  changes_.clear();
}

void Disk::end() {
  if (failure_ > 0) lose();
  const std::string name = setting("LOST_WRITES_COUNT");
  if (name.empty()) return;
  const int handle = open_quietly(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const std::string text = std::to_string(count_);
  (void)syscall(SYS_write, handle, text.data(), text.size());
  close(handle);
}

void Disk::lose() {
  if (setting("LOST_WRITES_KEPT") == "1") return;
  // The system writes old pages back by itself, and may write records before the data that they are about.
  const long written_back = random(2) == 0 ? 0 : static_cast<long>(random(static_cast<std::size_t>(count_) + 1));
  const std::size_t small_files_kept = random(3);  // none of them for sure, about half, all
  for (const auto& [inode, file] : files_)
    if (file.pages.size() > 1 || random(2) >= small_files_kept) lose_pages(file, written_back);
  if (setting("LOST_WRITES_NAMES") != "1") return;
  for (std::size_t left = random(changes_.size() + 1); changes_.size() > left; changes_.pop_back())
    undo(changes_.back());
}

void Disk::lose_pages(const File& file, long written_back) {
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

std::size_t Disk::random(std::size_t below) {
  return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_);
}

}  // namespace preamar::test
