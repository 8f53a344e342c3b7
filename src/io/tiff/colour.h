// What the samples of a TIFF's pixel are, and its palette.
#pragma once

#include "io/tiff/page.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace preamar::io {

// Of the page that `tiff` is at, or of its sample `band`, which is grey; makes it decode YCbCr to RGB. Throws Error
// (input) for samples that are neither grey nor RGB, or of a dtype that colour does not have, Error (call) for a band
// that is not there.
[[nodiscard]] TiffColour tiff_colour(TiffHandle& tiff, const std::filesystem::path& file, const TiffTags& tags,
                                     std::optional<std::int64_t> band);

// Red, green and blue of each index of `bits` bits.
[[nodiscard]] std::vector<std::uint8_t> tiff_palette(TiffHandle& tiff, int bits);

// The samples per pixel once read: 3 for a palette.
[[nodiscard]] constexpr int samples_of(TiffColour colour) {
  return colour == TiffColour::grey         ? 1
         : colour == TiffColour::grey_alpha ? 2
         : colour == TiffColour::rgb_alpha  ? 4
                                            : 3;
}

}  // namespace preamar::io
