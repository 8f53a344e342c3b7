// Images from and to files, the format told by the suffix: .tif .tiff .btf, .zarr .ome.zarr, .png, .nrrd .nhdr,
// .mha .mhd; tables, and images of rank 1, to .csv.
//
// One channel a pixel. TIFF holds every dtype, bool as one bit, and a volume as a page a plane; .btf is always BigTIFF,
// and the others become BigTIFF by themselves where 4 GB might not do. PNG holds bool, uint8 and uint16 of rank 2.
// NRRD and MetaImage have no bool and are given uint8, 0 and 1, in its place. What a format cannot hold, and images of
// several channels, are refused (Error, input). Values are as stored, also where a TIFF says that white is zero;
// metadata is not kept but for the sizes of pixels, in .ome.tif and .ome.tiff, whose OME-XML also tells channels and
// times apart and knows no integers of 64 bits; a volume of one plane is an image of rank 2 there. An image of rank 1
// is a number a line, in no other format, and is not read.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/table.h>

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace preamar {

// One axis of an image, as its file describes it.
struct Axis {
  std::string name = "";  // "z", "y", "x"
  std::string unit = "";  // as OME has them: "micrometer"; empty: not told
  double scale = 1;       // the extent of a pixel along it
  friend bool operator==(const Axis&, const Axis&) = default;
};

// What a file says of itself, read without its pixels.
struct FileInfo {
  std::string format;              // "TIFF", "BigTIFF", "Zarr 3", "OME-Zarr 0.5", "PNG", "NRRD", "MetaImage"
  ImageType type;                  // rank 2 or 3; the pages of a TIFF are planes
  Shape chunk;                     // the tile, strip or row that can be read alone, or the whole image
  std::string compression;         // "none", "zstd", "deflate", "lzw", "packbits", "gzip"
  Shape shard = {};                // what is one file of many chunks; of rank 0 where there is no such thing
  std::vector<Axis> axes = {};     // one each of the image's; empty where the file does not tell
  std::vector<Shape> levels = {};  // of a pyramid, the full image first; empty where there is none
};

// Which of the images in a file is meant.
struct ReadOptions {
  int level = 0;            // of a pyramid; 0 is the full image
  std::string select = "";  // where to cut axes beyond the image's own, as "c=0,t=3"
  friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

class OutputTransaction;

struct WriteOptions {
  // TIFF: "zstd", "deflate", "lzw", "none"; Zarr: "blosc", "zstd", "gzip", "none"; PNG: "deflate", "none"; NRRD:
  // "gzip", "none"; MetaImage: "none", "deflate". Empty: the first of these.
  std::string compression = "";
  std::int64_t tile = 256;      // side of a tile where the format has tiles, a multiple of 16; 0: strips
  bool overwrite = false;       // else an existing file is refused
  std::vector<Axis> axes = {};  // one each of the image's, for formats that hold them; empty: not told
  Shape chunk = {};             // what is stored as one piece where the format has pieces of any shape; rank 0: its own
  Shape shard = {};             // Zarr: whole chunks that are one file; rank 0: each chunk is a file
  std::string pyramid = "";  // OME-Zarr: "mean" or "nearest": also smaller copies, each half as wide; bool: "nearest"
  // Keep every other run off the output while it is written. Without: for file systems that have no locks.
  bool lock = true;
  // What begin_output() gave for this very file, or null.
  std::shared_ptr<OutputTransaction> begun = nullptr;
};

// Each of these throws Error: call for a suffix or an option that is none, io where the file cannot be read or written
// or is broken, input for an image that is refused, resource where memory does not suffice.
[[nodiscard]] PREAMAR_API FileInfo describe(const std::filesystem::path& file, const ReadOptions& options = {});
// The whole image; its size is checked in 64 bits before memory is asked for.
[[nodiscard]] PREAMAR_API Image read_image(const std::filesystem::path& file, const ReadOptions& options = {});
// Refuses what write_image would for the suffix, the options, the type or a folder that is not there; touches no file.
PREAMAR_API void require_writable(const std::filesystem::path& file, const ImageType& type,
                                  const WriteOptions& options = {});
// Locks the output and refuses what write_image or write_table would, so that a long computation does not end with an
// output that cannot be written. The lock is held until the returned pointer, and every copy of it, is gone; give it to
// write_image or write_table in `WriteOptions::begun`. Throws Error: io where another run has the lock.
[[nodiscard]] PREAMAR_API std::shared_ptr<OutputTransaction> begin_output(const std::filesystem::path& file,
                                                                          const WriteOptions& options = {});
// Writes in the folder FILE.work and renames at the end, so that FILE is whole or not there, whatever stops the
// program.
PREAMAR_API void write_image(const std::filesystem::path& file, ConstImageView image, const WriteOptions& options = {});

// A table as RFC 4180 has it: a row of names, then a row an object; '.' is the decimal point, and a number has the
// fewest digits that read back as the same. Throws Error as above.
PREAMAR_API void require_table_writable(const std::filesystem::path& file);
// As write_image writes; of the options only `overwrite`, `lock` and `begun` count.
PREAMAR_API void write_table(const std::filesystem::path& file, const Table& table, const WriteOptions& options = {});
// The same text.
PREAMAR_API void write_table(std::ostream& stream, const Table& table);

}  // namespace preamar
