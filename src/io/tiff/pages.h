// Which pages of a TIFF are the planes of the image that is meant.
#pragma once

#include "io/tiff/page.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace preamar::io {

struct TiffPages {
  std::vector<std::uint64_t> planes;  // where in the file their tags are
  TiffPage first;
  std::optional<std::int64_t> band;  // that was chosen, counted from 0
  bool is_volume;
  Metadata metadata;          // as FileInfo has it
  std::vector<Shape> levels;  // as FileInfo has them
  bool has_mask;              // of the valid pixels, as a page
  bool uses_pam;              // the nodata is that of pam_file()
};

// Every main page, or those that the metadata of OME or ImageJ names for the position in `options`; levels are reduced
// copies, as sub-pages of each plane or as pages of their own. Throws Error (call) for a level or a cut that is not
// there, Error (input) where the pages are not planes of one image. With ReadOptions::mask, the only plane is the mask
// of the level.
[[nodiscard]] TiffPages find_pages(TiffHandle& tiff, const std::filesystem::path& file, std::int64_t file_bytes,
                                   const ReadOptions& options);

// Goes to the page whose tags are at `offset`.
void go_to_page(TiffHandle& tiff, std::uint64_t offset);

}  // namespace preamar::io
