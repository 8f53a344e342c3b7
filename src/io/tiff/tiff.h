// What the reading and the writing of TIFF share.
#pragma once

#include "io/source.h"
#include "io/tiff/layout.h"

#include <tiffio.h>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

struct TiffCodec {
  std::uint16_t tag;
  std::string_view name;
  std::int64_t limit;  // the bytes that one stored byte can become, at most
  bool is_lossy = false;
};

inline constexpr TiffCodec tiff_codecs[] = {
    {COMPRESSION_NONE, "none", 1},
    {COMPRESSION_ZSTD, "zstd", 32768},  // a block of 128 KiB takes at least 4 bytes
    {COMPRESSION_ADOBE_DEFLATE, "deflate", 1032},
    {COMPRESSION_DEFLATE, "deflate", 1032},
    {COMPRESSION_LZW, "lzw", 2560},  // 3838 pixels in a code of 12 bits
    {COMPRESSION_PACKBITS, "packbits", 64},
    {COMPRESSION_JPEG, "JPEG", 1366, true},  // 32x32 RGB pixels in 18 blocks of a bit, with colour at a quarter
    // A single colour takes no bits: 16383x16383 pixels of 4 bytes, the largest WebP, in 26 bytes.
    {COMPRESSION_WEBP, "WebP", 41295350, true},
};

// Those that are written, the usual one first.
inline constexpr std::string_view tiff_compressions[] = {"deflate", "zstd", "lzw", "none"};

// Whether a file of this name is always BigTIFF.
[[nodiscard]] bool is_big_name(const std::filesystem::path& file);
// The tag of a compression that tiff_codecs names.
[[nodiscard]] std::uint16_t tag_of(std::string_view compression);

// A single plane as an image of rank 3 is marked by this description, as tifffile does.
[[nodiscard]] std::string one_plane_description(const Shape& shape);
// The tags of the first page of a file of ours that describe the image: OME-XML, or tags of metadata.
[[nodiscard]] std::vector<TiffTag> describing_tags(const std::filesystem::path& file, const ImageType& type,
                                                   const WriteOptions& options);

// The chunk as the file stores it before compression; beyond the image's edge it is filled up with zeros.
void pack_chunk(ConstImageView pixels, const TiffLayout& layout, std::uint8_t* to);

// As Format::chunk: a tile of one page.
[[nodiscard]] Shape tiff_chunk(const ImageType& type, const WriteOptions& options);

// As Format::outline.
[[nodiscard]] FileInfo outline_tiff(const std::filesystem::path& file);
[[nodiscard]] std::unique_ptr<Source> open_tiff_source(const std::filesystem::path& file, const ReadOptions& options);
// A TIFF that is the mask of another file, as stored: its first band, and 0 where tiles or strips are missing.
[[nodiscard]] std::unique_ptr<Source> open_tiff_mask(const std::filesystem::path& file);
// The same as open_tiff_source() for a file of another format that `in` presents as a TIFF.
[[nodiscard]] std::unique_ptr<Source> open_tiff_source(std::unique_ptr<Object> in, std::string_view format,
                                                       const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Sink> open_tiff_sink(const SharedOutput& output, const ImageType& type,
                                                   const WriteOptions& options);

}  // namespace preamar::io
