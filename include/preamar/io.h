// Read and write images and tables in files. The suffix of the name sets the format: .tif .tiff .btf, .ome.tif
// .ome.tiff, .zarr .ome.zarr, .png, .nrrd .nhdr, .mha .mhd; tables and images of rank 1: .csv (written, not read).
//
// An image has one sample per pixel. TIFF holds every dtype, bool as one bit, and a volume as one page per plane. .btf
// is always BigTIFF; the other TIFFs become BigTIFF if they may exceed 4 GB. PNG holds bool, uint8 and uint16 of
// rank 2. NRRD and MetaImage have no bool: it is written as uint8, 0 and 1. OME-TIFF has no int64 and no uint64; a
// volume of one plane is an image of rank 2 there. Images that a format cannot hold raise Error (input). Values are
// read as stored, also if a TIFF says that white is zero. Of the metadata, only axes with scale and unit are kept, in
// OME-TIFF and OME-Zarr.
//
// Axes c and t that are longer than 1 are never read as z: without ReadOptions::select such a file raises Error (input)
// that lists its axes. This holds for OME-TIFF, OME-Zarr and hyperstacks of ImageJ.
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
  std::string unit = "";  // as in OME: "micrometer"; empty: unknown
  double scale = 1;       // the extent of a pixel along it
  friend bool operator==(const Axis&, const Axis&) = default;
};

// The description of a file, read without its pixels.
struct FileInfo {
  std::string format;              // "TIFF", "BigTIFF", "Zarr 3", "OME-Zarr 0.5", "PNG", "NRRD", "MetaImage"
  ImageType type;                  // rank 2 or 3; the pages of a TIFF are planes
  Shape chunk;                     // the tile, strip or row that can be read alone, or the whole image
  std::string compression;         // "none", "zstd", "deflate", "lzw", "packbits", "gzip", "JPEG", ...
  Shape shard = {};                // what is one file of many chunks; of rank 0 where there is no such thing
  std::vector<Axis> axes = {};     // one per axis of the image; empty: the file has none
  std::vector<Shape> levels = {};  // of a pyramid, the full image first; empty where there is none
  std::string chunk_kind = "";     // what the format calls a chunk: "tiles", "strips", "chunks"; empty: it has none
  int samples = 1;                 // per pixel: 3 in an RGB image
  // Why operators refuse the file, and what they need; empty: they read it.
  std::string refusal = "";
};

// Which image of a file is read.
struct ReadOptions {
  int level = 0;            // of a pyramid; 0 is the full image
  std::string select = "";  // positions on axes beyond those of the image, such as "c=0,t=3"
  friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

class OutputTransaction;

struct WriteOptions {
  // TIFF: "zstd", "deflate", "lzw", "none"; Zarr: "blosc", "zstd", "gzip", "none"; PNG: "deflate", "none"; NRRD:
  // "gzip", "none"; MetaImage: "none", "deflate". Empty: the first of these.
  std::string compression = "";
  std::int64_t tile = 256;      // side of a tile where the format has tiles, a multiple of 16; 0: strips
  bool overwrite = false;       // else an existing file is refused
  std::vector<Axis> axes = {};  // one per axis of the image, for formats that hold them; empty: none
  Shape chunk = {};             // Zarr: shape of a chunk; rank 0: the default
  Shape shard = {};             // Zarr: whole chunks that are one file; rank 0: each chunk is a file
  std::string pyramid = "";  // OME-Zarr: "mean" or "nearest": also smaller copies, each half as wide; bool: "nearest"
  // Keep every other run off the output while it is written. Without: for file systems that have no locks.
  bool lock = true;
  // What begin_output() gave for this very file, or null.
  std::shared_ptr<OutputTransaction> begun = nullptr;
};

// Each of these throws Error: call for a suffix or an option that is none, io where the file cannot be read or written
// or is broken, input for an image that is refused, resource where memory does not suffice.
// Describes also files that operators refuse, if their header can be parsed: `refusal` then says what they need. An
// image with further axes is described at their first position.
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
