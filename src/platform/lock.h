// A lock between processes: a locked file. The kernel frees it however the process ends.
#pragma once

#include <filesystem>

namespace preamar {

class FileLock {
 public:
  enum class IfTaken { refuse, wait };
  // Creates `path` if it is missing. Messages name `what`, the resource that the lock protects. Throws Error (io) if
  // another process or thread has the lock (and names it), if the file system has no locks (and suggests --no-lock), or
  // if `path` is a file that is no lock.
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
