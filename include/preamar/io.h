// Images from and to files, the format told by the suffix.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>

#include <filesystem>
#include <string>
#include <vector>

namespace preamar {

// What a file says of itself, read without its pixels.
struct FileInfo {
  std::string format;       // "TIFF", "BigTIFF", "PNG", "NRRD", "MetaImage"
  ImageType type;           // rank 2 or 3; the pages of a TIFF are planes
  Shape chunk;              // the tile or strip that is stored as one piece
  std::string compression;  // "none", "zstd", "deflate", "lzw", "gzip"
};

struct WriteOptions {
  std::string compression;  // empty: the format's usual one, which is zstd for TIFF
  std::int64_t tile = 256;  // side of a tile where the format has tiles; 0: strips
  bool overwrite = false;   // else an existing file is refused
};

[[nodiscard]] PREAMAR_API FileInfo describe(const std::filesystem::path& file);
// The whole image; its size is checked in 64 bits before memory is asked for.
[[nodiscard]] PREAMAR_API OwnedImage read_image(const std::filesystem::path& file);
// Writes under a temporary name and renames at the end, so that a broken run leaves no half file.
PREAMAR_API void write_image(const std::filesystem::path& file, const ConstImage& image,
                             const WriteOptions& options = {});

}  // namespace preamar
