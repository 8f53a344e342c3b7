// A folder of numbered images: which files are its slices, and in what order.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace preamar::io {

// The numbers in a name and the text around them: {"s", "_t", ".tif"} and {"012", "3"} of s012_t3.tif.
struct NumberedName {
  explicit NumberedName(const std::string& name);

  std::string name;
  std::vector<std::string> texts, numbers;
};

// The files in the folder by number: 2 comes before 10, and 007 is 7. Hidden files are left out. All names must be the
// same but for one number, which must count up by one. Throws Error (io), naming the files: for a folder without an
// image, a file that is none, a file of another series, two files of one number, or a gap.
[[nodiscard]] std::vector<std::filesystem::path> slices_in(const std::filesystem::path& folder);

}  // namespace preamar::io
