// The 352 bytes before the pixels of a NIfTI-1 image in one file.
#pragma once

#include <preamar/io.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

inline constexpr std::int64_t nifti_header_bytes = 352;

struct NiftiHeader {
  ImageType type;
  std::endian endian = std::endian::little;
  std::int64_t offset = nifti_header_bytes;  // of the pixels
  std::vector<Axis> axes;                    // empty: no unit is given
};

// Throws Error (io) where the bytes are no such header or contradict themselves, Error (input) for what is not read:
// NIfTI-2, pairs of files, other dtypes, further axes, scaled values.
[[nodiscard]] NiftiHeader parse_nifti_header(const std::filesystem::path& file,
                                             std::span<const std::byte, nifti_header_bytes> bytes);
// Whether the header has a code for the unit.
[[nodiscard]] bool is_nifti_unit(std::string_view unit);
// Throws Error (input) for an axis that the format does not hold; `axes` as Metadata has them.
[[nodiscard]] std::string nifti_header(const std::filesystem::path& file, const ImageType& type,
                                       const std::vector<Axis>& axes);

}  // namespace preamar::io
