// The value of pixels without data, as GDAL stores it: as a text in a tag, or in a file beside the image (PAM).
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace preamar::io {

// Nothing if the words are not a number: digits, "nan" or "inf".
[[nodiscard]] std::optional<double> nodata_number(std::string_view words);

// FILE.aux.xml, in which GDAL stores what the file itself does not hold.
[[nodiscard]] std::filesystem::path pam_file(const std::filesystem::path& file);

// The nodata of band `band`, counted from 0, in the file pam_file(); nothing if there is none, or if `file` is a URL:
// each image would take a further request. Throws Error (input) for a value that is not a number or a file that is too
// large, Error (io) if the file cannot be read.
[[nodiscard]] std::optional<double> pam_nodata(const std::filesystem::path& file, int band);

// Throws Error (io) if such a file would give an output a nodata value.
void require_no_pam_nodata(const std::filesystem::path& output);

}  // namespace preamar::io
