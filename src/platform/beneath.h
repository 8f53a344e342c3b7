// Files that are reached without leaving a folder, whatever links there are.
#pragma once

#include <filesystem>

namespace preamar {

// Whether `path`, resolved through all links, lies in `folder` or below. A part of it that does not exist counts as
// itself. False if the system cannot resolve it.
[[nodiscard]] bool is_beneath(const std::filesystem::path& path, const std::filesystem::path& folder);

// Opens for reading `path`, which begins with `folder`: a handle, or -1 with errno. EXDEV: a link or `..` leads
// outside the folder. The folder itself may be a link.
[[nodiscard]] int open_beneath(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace preamar
