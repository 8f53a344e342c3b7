// Positions on axes beyond those of the image: "c=0,t=3".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

struct AxisExtent {
  std::string name;
  std::int64_t extent;
};

// Refuses a file with axes that are not of space and longer than 1, none of which may be read as z. Throws Error
// (input) that lists all axes and names those to choose a position on.
[[noreturn]] void refuse_axes(const std::filesystem::path& file, const std::vector<AxisExtent>& all,
                              const std::vector<std::string>& to_choose);

// From an axis to the position on it. Throws Error (call) for words that are not such a list, or name an axis twice.
[[nodiscard]] std::map<std::string, std::int64_t> parse_select(const std::filesystem::path& file,
                                                               std::string_view words);

}  // namespace preamar::io
