// The description in a .npy: a dict of Python with three entries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

struct NpyHeader {
  std::string descr;  // as "<u2"
  bool is_fortran = false;
  std::vector<std::int64_t> shape;
};

// Throws Error (io), naming the file and the field, where the words are not such a dict; Error (input) for a dtype with
// fields of its own.
[[nodiscard]] NpyHeader parse_npy_header(const std::filesystem::path& file, std::string_view words);

}  // namespace preamar::io
