// Files by offset. Every failure is an Error (io) that names the file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

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

// A file under another name in the folder of `path`; it takes that name only at commit().
class OutFile {
 public:
  // A new one under a temporary name; what is not committed is removed.
  OutFile(const std::filesystem::path& path, Existing existing);
  // Under the name `partial`, where a former run may have left it; what is not committed stays. Throws where another
  // process has it open like this.
  OutFile(const std::filesystem::path& path, Existing existing, const std::filesystem::path& partial);
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  ~OutFile();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  // Several threads may write at once.
  void write(std::int64_t offset, const void* from, std::int64_t bytes);
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const;
  // Cuts it off, or lengthens it by zeros.
  void resize(std::int64_t bytes);
  // Flushes to the device, then renames.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  Existing existing_;
  bool stays_ = false;  // where it is not committed
  int handle_ = -1;
  std::atomic<std::int64_t> size_ = 0;
};

// A whole file at once: written as `temporary`, in the same file system, then renamed to `path`, whose folder is made
// where it is missing. Whatever stops the process, `path` is whole or not there. Not flushed to the device.
void write_whole(const std::filesystem::path& temporary, const std::filesystem::path& path,
                 std::span<const std::byte> bytes);
// Flushes to the device whatever was written to the file system that holds `path`.
void flush_file_system(const std::filesystem::path& path);
// Gives the folder `from` the name `to`; what has that name is refused, or gone afterwards.
void rename_folder(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing);

}  // namespace preamar
