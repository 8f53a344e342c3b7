// A lock between processes: a file that one of them has locked. The kernel frees it when the process ends in any way.
#pragma once

#include <filesystem>

namespace preamar {

class FileLock {
 public:
  enum class IfTaken { refuse, wait };
  // Creates `path` where it is missing. Messages name `what`, the thing that the lock protects. Throws Error (io) where
  // another process or thread has the lock, saying which; where the file system has no locks, naming --no-lock; and
  // where `path` is a file that is no lock.
  FileLock(const std::filesystem::path& path, const std::filesystem::path& what, IfTaken if_taken);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  // Frees the lock and removes its file.
  ~FileLock();

 private:
  [[nodiscard]] bool lock(IfTaken if_taken);

  std::filesystem::path path_, what_;
  int handle_ = -1;
};

}  // namespace preamar
