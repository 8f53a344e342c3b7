// Where an image is cut along axes beyond its own: "c=0,t=3".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace preamar::io {

// From an axis to the place of the cut. Throws Error (call) for words that are no such list, or name an axis twice.
[[nodiscard]] std::map<std::string, std::int64_t> parse_select(const std::filesystem::path& file,
                                                               std::string_view words);

}  // namespace preamar::io
