// The folder that an output lies in, where the format of the output makes it.
#pragma once

#include <filesystem>
#include <system_error>

namespace preamar::io {

class HoldingFolder {
 public:
  // An empty path: nothing is made. Throws std::filesystem::filesystem_error if the folder cannot be made.
  explicit HoldingFolder(const std::filesystem::path& folder) : folder_(folder) {
    is_made_ = !folder.empty() && std::filesystem::create_directory(folder);
  }
  HoldingFolder(const HoldingFolder&) = delete;
  HoldingFolder& operator=(const HoldingFolder&) = delete;
  // Removes the folder if it was made here and is still empty.
  ~HoldingFolder() {
    std::error_code none;
    if (is_made_) std::filesystem::remove(folder_, none);
  }

 private:
  std::filesystem::path folder_;
  bool is_made_ = false;
};

}  // namespace preamar::io
