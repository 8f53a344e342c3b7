// Numbers as text.
#pragma once

#include <preamar/io.h>

#include <filesystem>

namespace preamar::io {

[[nodiscard]] bool is_csv(const std::filesystem::path& file);
// An image of rank 1, a number a line. Under a temporary name, renamed at the end.
void write_row(const std::filesystem::path& file, ConstImageView row, const WriteOptions& options);

}  // namespace preamar::io
