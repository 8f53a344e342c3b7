// Files and folders that metadata names.
#pragma once

#include <filesystem>
#include <string_view>

namespace preamar::io {

// The path of `name`, which the field `field` of the metadata in `file` gives, relative to the folder of `file`.
// Metadata from elsewhere must not make this program read other files of the user's: throws Error (input), naming all
// three, where the path is absolute, has `..`, or leads outside that folder through a link. Open it with InFile(path,
// folder), which sees links that are made later.
[[nodiscard]] std::filesystem::path named_file(const std::filesystem::path& file, std::string_view field,
                                               std::string_view name);

}  // namespace preamar::io
