// Read and write images and tables in files. The suffix of the name sets the format: .tif .tiff .btf, .ome.tif
// .ome.tiff, .zarr .ome.zarr, .png, .nrrd .nhdr, .mha .mhd, .nii .nii.gz, .npy; tables: .csv, .parquet; the table of
// polygons() also: .geojson; images of rank 1: .csv (written, not read). A folder of numbered .tif or .png slices is
// read as one volume. JPEG is read, not written: .jpg .jpeg. Slides are read through OpenSlide, which is opened at run
// time: .svs .ndpi .mrxs .scn .vms .vmu .bif .dcm .svslide .czi.
//
// An image has one sample per pixel; of a colour image ReadOptions::channel says what is read. TIFF holds every dtype,
// bool as one bit, and a volume as one page per plane. .btf is always BigTIFF; the other TIFFs become BigTIFF if they
// may exceed 4 GB. PNG holds bool, uint8 and uint16 of rank 2. NRRD, MetaImage and NIfTI have no bool: it is written as
// uint8, 0 and 1. OME-TIFF has no int64 and no uint64; a volume of one plane is an image of rank 2 there. Images that a
// format cannot hold raise Error (input). Values are read as stored, also if a TIFF says that white is zero.
// docs/files.md lists the metadata that each format keeps.
//
// Axes c and t that are longer than 1 are never read as z: without ReadOptions::select such a file raises Error (input)
// that lists its axes. This holds for OME-TIFF, OME-Zarr, NIfTI and hyperstacks of ImageJ.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/metadata.h>
#include <preamar/table.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar {

// The description of a file, read without its pixels.
struct FileInfo {
  std::string format;       // "TIFF", "BigTIFF", "Zarr 3", "OME-Zarr 0.5", "PNG", "NRRD", "MetaImage"
  ImageType type;           // rank 2 or 3; the pages of a TIFF are planes
  Shape chunk;              // the tile, strip or row that can be read alone, or the whole image
  std::string compression;  // empty: unknown; "none", "zstd", "deflate", "lzw", "packbits", "gzip", "JPEG", ...
  Shape shard = {};         // what is one file of many chunks; of rank 0 where there is no such thing
  Metadata metadata = {};
  std::vector<Shape> levels = {};  // of a pyramid, the full image first; empty where there is none
  std::string chunk_kind = "";     // what the format calls a chunk: "tiles", "strips", "chunks"; empty: it has none
  int samples = 1;                 // per pixel in the file: 3 in an RGB image, also where a channel of it was chosen
  // Why operators refuse the file, and what they need; empty: they read it.
  std::string refusal = "";
  // Of a lossy compression or a slide: the libraries that decode it, with versions, such as "OpenSlide 4.0.1".
  std::string decoder = "";
  std::string channel = "";  // of a colour image, the one that was chosen; `type` is that of its pixels
  // Whether the file has a mask of its valid pixels: in a TIFF, or in a file beside it that has its name and ".msk".
  bool has_mask = false;
};

// Which image of a file is read.
struct ReadOptions {
  int level = 0;  // of a pyramid; 0 is the full image
  // Positions on axes beyond those of the image, counted from 0, such as "c=0,t=3". The band of a TIFF is counted from
  // 1, as in GDAL: "band=2".
  std::string select = "";
  // Of a colour image: "luminance", "red", "green", "blue", "alpha", "haematoxylin", "eosin", "dab" or "residual".
  std::string channel = "";
  // For a stain: 9 numbers, the optical densities of three stains in red, green and blue; or 6, and the third vector is
  // the cross product of the two. Empty: the vectors of Ruifrok and Johnston (preamar/unmix_stains.h).
  std::vector<double> stains = {};
  // LOW and HIGH: the channel becomes uint8, LOW and less is 0, HIGH and more is 255, linear and rounded between.
  std::optional<std::array<double, 2>> channel_range = std::nullopt;
  bool ignore_metadata = false;  // read only the pixels: no spacing, origin, georeference and nodata
  // The value of pixels without data, in place of what the file says; NaN: pixels that are NaN.
  std::optional<double> nodata = std::nullopt;
  // Read images of one sample per pixel too, although a channel is given; otherwise they are refused.
  bool channel_if_colour = false;
  // Read the mask of FileInfo::has_mask instead of the pixels: bool, true where a pixel is valid.
  bool mask = false;
  friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

class OutputTransaction;

// What a .geojson file says about outlines besides their vertices.
struct OutlineOptions {
  std::string image_name = "";              // name of the image, from which the ids are made
  std::string object_type = "detection";    // QuPath's type: "detection", "annotation", "cell", "tile"
  std::string classification = "";          // name of the class of all objects; empty: none
  std::filesystem::path measurements = {};  // a .csv file with a column `label`, ascending; empty: none
  std::array<double, 2> scale = {1, 1};     // pixels of the full image per pixel of the labels, along x and y
  friend bool operator==(const OutlineOptions&, const OutlineOptions&) = default;
};

struct WriteOptions {
  // TIFF: "deflate", "zstd", "lzw", "none"; Zarr: "blosc", "zstd", "gzip", "none"; PNG: "deflate", "none"; NRRD:
  // "gzip", "none"; MetaImage: "none", "deflate". Empty: the first of these.
  std::string compression = "";
  std::int64_t tile = 256;  // side of a tile where the format has tiles, a multiple of 16; 0: strips
  bool overwrite = false;   // else an existing file is refused
  Metadata metadata = {};   // see metadata_loss()
  bool strict = false;      // refuse metadata that the format cannot keep, instead of dropping it
  Shape chunk = {};         // Zarr: shape of a chunk; rank 0: the default
  Shape shard = {};         // Zarr: whole chunks that are one file; rank 0: each chunk is a file
  // OME-Zarr and COG: "mean" or "nearest": also smaller copies, each half as wide; bool: "nearest".
  std::string pyramid = "";
  bool cog = false;  // TIFF of rank 2: a Cloud Optimized GeoTIFF, with the smaller copies that `pyramid` names
  // Keep every other run off the output while it is written. Without: for file systems that have no locks.
  bool lock = true;
  OutlineOptions outlines = {};  // .geojson
  // What begin_output() gave for this very file, or null.
  std::shared_ptr<OutputTransaction> begun = nullptr;
  bool has_mask = false;  // the caller writes FILE.msk too; without, one that lies there is refused
};

// Each of these throws Error: call for a suffix or an option that is none, io where the file cannot be read or written
// or is broken, input for an image that is refused, resource where memory does not suffice.
// Describes also files that operators refuse, if their header can be parsed: `refusal` then says what they need. An
// image with further axes is described at their first position.
[[nodiscard]] PREAMAR_API FileInfo describe(const std::filesystem::path& file, const ReadOptions& options = {});
// `options` for reading all inputs of a call: a channel is that of the colour images among several files, if there is
// one.
[[nodiscard]] PREAMAR_API ReadOptions read_options_for(std::span<const std::filesystem::path> files,
                                                       ReadOptions options);
// The whole image; its size is checked in 64 bits before memory is asked for.
[[nodiscard]] PREAMAR_API Image read_image(const std::filesystem::path& file, const ReadOptions& options = {});
// A part of the image: `shape` pixels from `origin` on, which has a number per axis, both in pixels of the level that
// is read. Reads only the tiles, strips or chunks that the region touches, if the format is read by region; a program
// that writes the file meanwhile is not noticed. Also throws Error (call) for a region that is empty or leaves the
// image.
[[nodiscard]] PREAMAR_API Image read_region(const std::filesystem::path& file, std::span<const std::int64_t> origin,
                                            const Shape& shape, const ReadOptions& options = {});
// Refuses what write_image would for the suffix, the options, the type or a folder that is not there; touches no file.
PREAMAR_API void require_writable(const std::filesystem::path& file, const ImageType& type,
                                  const WriteOptions& options = {});
// Whether run_in_blocks() can write such a file: its format is not one stream.
[[nodiscard]] PREAMAR_API bool is_written_in_blocks(const std::filesystem::path& file,
                                                    const WriteOptions& options = {});
// The parts of the metadata that a file of this format and type does not keep, such as "origin"; empty: it keeps all.
[[nodiscard]] PREAMAR_API std::vector<std::string> metadata_loss(const std::filesystem::path& file,
                                                                 const ImageType& type, const Metadata& metadata);
// Locks the output and refuses what write_image or write_table would, so that a long computation does not end with an
// output that cannot be written. The lock is held until the returned pointer, and every copy of it, is gone; give it to
// write_image or write_table in `WriteOptions::begun`. Throws Error: io where another run has the lock.
[[nodiscard]] PREAMAR_API std::shared_ptr<OutputTransaction> begin_output(const std::filesystem::path& file,
                                                                          const WriteOptions& options = {});
// Writes in the folder FILE.work and renames at the end, so that FILE is whole or not there, whatever stops the
// program.
PREAMAR_API void write_image(const std::filesystem::path& file, ConstImageView image, const WriteOptions& options = {});

// The OpenSlide library to read slides with; libopenslide.so.1 and libopenslide.so.0 are tried after it. The
// environment variable PREAMAR_OPENSLIDE overrides all of these. No effect after the first slide was opened.
PREAMAR_API void set_openslide_library(const std::filesystem::path& library);

// A table as RFC 4180 has it: a row of names, then a row an object; '.' is the decimal point, and a number has the
// fewest digits that read back as the same. Throws Error as above. Outlines may be written as .geojson; only there
// `outlines` may be given, and what write_table would say about them is thrown.
PREAMAR_API void require_table_writable(const std::filesystem::path& file, TableRows rows = TableRows::outlines,
                                        const OutlineOptions& outlines = {});
// As write_image writes; of the options only `overwrite`, `lock`, `begun` and, for .geojson, `metadata` and `outlines`
// count.
PREAMAR_API void write_table(const std::filesystem::path& file, const Table& table, const WriteOptions& options = {});
// The same text.
PREAMAR_API void write_table(std::ostream& stream, const Table& table);
// The text of a .geojson file.
PREAMAR_API void write_outlines(std::ostream& stream, const Table& table, const WriteOptions& options = {});
// `options` for writing a table of this label image to `file`: for a .geojson with the metadata, the scale and, if it
// is empty, the name of the image.
[[nodiscard]] PREAMAR_API WriteOptions table_options(const std::filesystem::path& file, WriteOptions options,
                                                     const std::filesystem::path& labels, const ReadOptions& read = {});

}  // namespace preamar
