// The fields of a NIfTI header that are used, as they are stored. NIfTI-1 and NIfTI-2 have the same fields in other
// types and at other positions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace preamar::io {

struct NiftiFields {
  int version = 1;  // 1 or 2
  std::endian endian = std::endian::little;
  std::array<std::int64_t, 8> dim{};  // the number of axes, then their extents, x first
  std::int64_t datatype = 0, bitpix = 0, xyzt_units = 0, qform_code = 0, sform_code = 0;
  std::array<double, 8> pixdim{};  // the handedness of the qform, then the distances of pixels, x first
  double vox_offset = 0, scl_slope = 0, scl_inter = 0;
  std::array<char, 80> descrip{};
  std::array<double, 3> quatern{};  // b, c, d
  std::array<double, 3> qoffset{};
  std::array<double, 12> srow{};  // three rows: x, y, z in RAS of a position (x, y, z, 1)
};

// In bytes, with the four that say whether extensions follow.
[[nodiscard]] constexpr std::int64_t nifti_header_bytes(int version) { return version == 1 ? 352 : 544; }

// Copies the next bytes of the file.
using NextBytes = std::function<void(std::byte* to, std::int64_t count)>;

// Throws Error (io) if the bytes are not such a header, Error (input) for a pair of files.
[[nodiscard]] NiftiFields read_nifti_fields(const std::filesystem::path& file, const NextBytes& next);
// The header of one file, little-endian. Each value fits its field.
[[nodiscard]] std::string nifti_header_of(const NiftiFields& fields);

}  // namespace preamar::io
