// A folder for files that do not outlive the program.
#pragma once

#include <filesystem>

namespace preamar {

class TemporaryFolder {
 public:
  // A new folder where the system keeps temporary files (TMPDIR), for this user only. Throws Error (io).
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  // Removes the folder and everything in it.
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace preamar
