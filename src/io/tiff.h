// What the reading and the writing of TIFF share.
#pragma once

#include "io/source.h"
#include "io/tiff_layout.h"

#include <tiffio.h>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace preamar::io {

struct TiffCodec {
  std::uint16_t tag;
  std::string_view name;
  std::int64_t limit;  // the bytes that one stored byte can become, at most
};

inline constexpr TiffCodec tiff_codecs[] = {
    {COMPRESSION_NONE, "none", 1},
    {COMPRESSION_ZSTD, "zstd", 32768},  // a block of 128 KiB takes at least 4 bytes
    {COMPRESSION_ADOBE_DEFLATE, "deflate", 1032},
    {COMPRESSION_DEFLATE, "deflate", 1032},
    {COMPRESSION_LZW, "lzw", 2560},  // 3838 pixels in a code of 12 bits
    {COMPRESSION_PACKBITS, "packbits", 64},
};

// A single plane as an image of rank 3 is marked by this description, as tifffile does.
[[nodiscard]] std::string one_plane_description(const Shape& shape);
// What the first page of a file of ours says of it; may be empty.
[[nodiscard]] std::string tiff_description(const std::filesystem::path& file, const ImageType& type,
                                           const WriteOptions& options);

// The chunk as the file stores it before compression; beyond the image's edge it is filled up with zeros.
void pack_chunk(ConstImageView pixels, const TiffLayout& layout, std::uint8_t* to);

// As Format::outline.
[[nodiscard]] FileInfo outline_tiff(const std::filesystem::path& file);
[[nodiscard]] std::unique_ptr<Source> open_tiff_source(const std::filesystem::path& file, const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Sink> open_tiff_sink(const SharedOutput& output, const ImageType& type,
                                                   const WriteOptions& options);

}  // namespace preamar::io
