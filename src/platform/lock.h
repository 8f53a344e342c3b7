// Locks between processes: locked files. The kernel frees a FileLock however the process ends. A lease outlives
// processes: its content says who holds it, and is changed only under the lock of its file.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace preamar {

class FileLock {
 public:
  enum class IfTaken { refuse, wait };
  // Creates `path` if it is missing. Messages name `what`, the resource that the lock protects. Throws Error (io) if
  // another process or thread has the lock (and names it), if a lease that has not expired has it, if the file system
  // has no locks (and suggests --no-lock), or if `path` is a file that is not a lock.
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

// The content of a lease, and its age by the clock of the file system, which all machines share.
struct LeaseFile {
  std::string words;
  std::chrono::seconds age{};
};

// Nothing if the file is missing, empty, or the lock of a process that ended. Throws Error (io) if a FileLock holds it.
[[nodiscard]] std::optional<LeaseFile> read_lease(const std::filesystem::path& path);
// Creates a lease; returns false if there is one. Throws as read_lease.
[[nodiscard]] bool create_lease(const std::filesystem::path& path, const std::string& words);
// Replaces the content of a lease if may_replace(content) says so; returns whether it was replaced. Throws as
// read_lease.
[[nodiscard]] bool replace_lease(const std::filesystem::path& path, const std::string& words,
                                 const std::function<bool(const std::string& old)>& may_replace);

}  // namespace preamar
