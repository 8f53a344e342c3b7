// Files by offset. Every failure is an Error (io) that names the file.
#pragma once

#include <cstdint>
#include <filesystem>

namespace preamar {

// A regular file, open for reading; never mapped, so that a file cut short meanwhile is an error and not a signal.
class InFile {
 public:
  explicit InFile(const std::filesystem::path& path);
  InFile(const InFile&) = delete;
  InFile& operator=(const InFile&) = delete;
  ~InFile();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  // The bytes that it had when it was opened.
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  // Reads up to `bytes` bytes and returns how many there were; fewer only at the end of the file.
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const;
  // Reads exactly `bytes` bytes.
  void read(std::int64_t offset, void* to, std::int64_t bytes) const;

 private:
  std::filesystem::path path_;
  int handle_ = -1;
  std::int64_t size_ = 0;
};

enum class Existing { refuse, replace };

// A new file under a temporary name in the folder of `path`; it takes that name only at commit().
class OutFile {
 public:
  OutFile(const std::filesystem::path& path, Existing existing);
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  // Removes what was not committed.
  ~OutFile();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  void write(std::int64_t offset, const void* from, std::int64_t bytes);
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const;
  // Flushes to the device, then renames.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  Existing existing_;
  int handle_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace preamar
