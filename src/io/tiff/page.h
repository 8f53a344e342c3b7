// One page of a TIFF, as its tags describe it.
#pragma once

#include "io/tiff/handle.h"
#include "io/tiff/predictor.h"
#include "io/tiff/tiff.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace preamar::io {

// What the samples of a pixel are.
enum class TiffColour { grey, grey_alpha, rgb, rgb_alpha, palette };

struct TiffPage {
  ImageType type;  // of rank 2; the dtype is that of a sample, also of those that a palette gives
  TiffColour colour;
  int samples;                        // per pixel as stored; those beyond the colour's are of unknown meaning
  int band;                           // the sample that is the grey value, counted from 0; -1: a colour
  bool separate;                      // each sample has tiles or strips of its own
  int index_bits;                     // of a palette
  std::vector<std::uint8_t> palette;  // RGB of each index
  bool tiled;
  std::int64_t chunk_height;  // of a tile, or of a strip
  std::int64_t chunk_width;
  std::int64_t row_bytes;  // of a chunk's row as stored, before compression; of one sample if they are separate
  const TiffCodec* codec;
  TiffPredictor predictor;
  bool is_swapped;   // samples have the other byte order than this machine's
  bool is_reversed;  // bytes have their lowest bit first

  // The samples of a pixel in a chunk.
  [[nodiscard]] int samples_together() const { return separate ? 1 : samples; }
};

// The tags of a page, whether or not its pixels can be read.
struct TiffTags {
  DType dtype;
  int samples;  // per pixel
  std::uint16_t compression;
  std::int64_t height, width;
  bool tiled;
  std::int64_t chunk_height, chunk_width;
};

// Throws Error (input) for a type of sample that is not known.
[[nodiscard]] TiffTags read_tags(TIFF* tiff, const std::filesystem::path& file);
// As "JPEG", "lzw" or "method 12345".
[[nodiscard]] std::string tiff_compression_name(std::uint16_t tag);

// FILETYPE_REDUCEDIMAGE for a reduced copy of another page, FILETYPE_MASK for a mask, both for a mask of a reduced
// copy.
[[nodiscard]] std::uint32_t page_role(TIFF* tiff);
// False for a reduced copy of another page, or a mask.
[[nodiscard]] bool is_main_page(TIFF* tiff);
// True for a reduced copy that is not a mask.
[[nodiscard]] bool is_reduced_page(TIFF* tiff);
// What the page says of itself; valid while `tiff` is there.
[[nodiscard]] std::string_view description(TIFF* tiff);

// The page that `tiff` is at, which from then on decodes YCbCr to RGB; with a band, the page is grey. Throws Error
// (input) for samples that are not known, Error (call) for a band that the page does not have, Error (io) where the
// tags contradict each other or claim more than a file of `file_bytes` bytes can hold.
[[nodiscard]] TiffPage read_page(TiffHandle& tiff, const std::filesystem::path& file, std::int64_t file_bytes,
                                 std::optional<std::int64_t> band = std::nullopt);

// Refuses files that hold further planes without a page of their own: reading on would silently lose them.
void require_planes_are_pages(TIFF* tiff, const std::filesystem::path& file, std::int64_t pages);

}  // namespace preamar::io
