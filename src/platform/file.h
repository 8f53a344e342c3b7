// File access by offset, and file names. Every failure is an Error (io) that names the file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace preamar {

// Throws Error (io): "PATH: cannot DOING: " and the system's text for `code`.
[[noreturn]] void fail_on_file(const std::filesystem::path& path, std::string_view doing, int code);

// A regular file, open for reading. Never mapped, so truncation by another process is an error and not a signal.
class InFile {
 public:
  explicit InFile(const std::filesystem::path& path);
  // Throws if a link leads outside `folder`, with which `path` begins.
  InFile(const std::filesystem::path& path, const std::filesystem::path& folder);
  InFile(const InFile&) = delete;
  InFile& operator=(const InFile&) = delete;
  ~InFile();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  // The size in bytes when it was opened.
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  // Reads up to `bytes` bytes and returns the number read; fewer only at the end of the file.
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const;
  // Reads exactly `bytes` bytes.
  void read(std::int64_t offset, void* to, std::int64_t bytes) const;

 private:
  friend std::unique_ptr<InFile> open_if_present(const std::filesystem::path&, const std::filesystem::path&,
                                                 const std::filesystem::path&);
  InFile(const std::filesystem::path& path, const std::filesystem::path& folder, int handle);

  std::filesystem::path path_;
  int handle_ = -1;
  std::int64_t size_ = 0;
};

// A file somewhere below `folder`. Null only if the system confirms that no such name exists and `folder` itself does.
// A dangling link, a link that leads outside `root`, a folder without search permission and every other failure throw.
[[nodiscard]] std::unique_ptr<InFile> open_if_present(const std::filesystem::path& path,
                                                      const std::filesystem::path& folder,
                                                      const std::filesystem::path& root);

// A file that is being written under the name `path`; messages name `shown`. The caller removes or renames it.
class OutFile {
 public:
  enum class Start {
    empty,  // truncates an existing file
    kept,   // keeps existing bytes
  };
  OutFile(const std::filesystem::path& path, const std::filesystem::path& shown, Start start = Start::empty);
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  ~OutFile();

  // The name in messages.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return shown_; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  // Thread-safe.
  void write(std::int64_t offset, const void* from, std::int64_t bytes);
  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const;
  // Truncates the file, or extends it by zeros.
  void resize(std::int64_t bytes);
  // Flushes written data to the device.
  void flush();
  // Flushes and closes. Network file systems report some failed writes only here.
  void close();

 private:
  std::filesystem::path shown_;
  int handle_ = -1;
  std::atomic<std::int64_t> size_ = 0;
};

// Creates or overwrites a file, and creates its folder if it is missing. Not flushed. Several processes may write the
// same bytes at one time: the file is complete once one of them has returned.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
// The same, but atomic: at every moment, also after a power failure, `path` has its old bytes or the new ones.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
// Flushes everything written to the file system that holds `path`.
void flush_file_system(const std::filesystem::path& path);
// Makes the names in the folder durable.
void flush_folder(const std::filesystem::path& folder);

// Renames `from` to `to` and returns true; returns false if `to` exists.
[[nodiscard]] bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to);
// Renames the file `from` to `to`, replacing an existing file.
void rename_over(const std::filesystem::path& from, const std::filesystem::path& to);
// Swaps two names; returns false if the file system does not support it.
[[nodiscard]] bool exchange_names(const std::filesystem::path& one, const std::filesystem::path& other);

// Identifies a file or folder and its state. Times are in nanoseconds.
struct FileStamp {
  std::uint64_t device, inode;
  std::int64_t bytes, modified, changed;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
// The state of the file or folder that `path` resolves to; empty if there is none.
[[nodiscard]] std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

}  // namespace preamar
