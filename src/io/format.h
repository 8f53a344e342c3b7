// One row a file format. To add one: write its file, declare its row here and name it in open.cpp.
#pragma once

#include "io/source.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace preamar::io {

struct Format {
  std::string_view name;
  std::span<const std::string_view> suffixes;      // lower case, with the dot
  std::span<const std::string_view> compressions;  // for writing, the usual one first
  std::span<const DType> dtypes;                   // that it can be given
  int highest_rank;                                // 2, or 3
  std::string_view instead;                        // what does hold the rest
  // With ReadOptions::mask only for a file whose source has FileInfo::has_mask; gives the mask as it is stored.
  std::unique_ptr<Source> (*open_source)(const std::filesystem::path& file, const ReadOptions& options);
  // Dtype, rank and compression have been checked against the row, and `compression` is one of them. Null: the format
  // is read only.
  std::unique_ptr<Sink> (*open_sink)(const SharedOutput& output, const ImageType& type, const WriteOptions& options);
  // What a sink stores as one part, regions of which may come in any order; of rank 0: any region is one. Null: the
  // format is one stream.
  Shape (*chunk)(const ImageType& type, const WriteOptions& options) = nullptr;
  std::string_view chunk_compression = "";  // the only one without which the format is one stream; empty: any
  const FolderRules* folder = nullptr;      // where an image is a folder of files
  bool has_parts = false;     // levels, or axes beyond the image's; without, the options for reading are the usual ones
  bool has_cog = false;       // whether WriteOptions::cog has a meaning
  bool reads_stores = false;  // whether open_source() takes a URL
  // The part of the metadata that a file of this type stores; null: none.
  Metadata (*kept)(const std::filesystem::path& file, const Metadata& metadata, const ImageType& type) = nullptr;
  bool keeps_mask = false;  // whether programs look for a mask of valid pixels beside such a file
  // Throws Error (io) if another file beside an output would change what it says; null: none does.
  void (*require_alone)(const std::filesystem::path& file) = nullptr;
  // What the header says of a file that open_source() refuses; null: nothing.
  FileInfo (*outline)(const std::filesystem::path& file) = nullptr;
};

extern const Format jpeg_format;
extern const Format meta_format;
extern const Format nifti_format;
extern const Format nifti_gzip_format;
extern const Format npy_format;
extern const Format nrrd_format;
extern const Format ome_tiff_format;
extern const Format png_format;
extern const Format slide_format;
extern const Format tiff_format;
extern const Format tiff_mask_format;
extern const Format zarr_format;

inline constexpr DType all_dtypes[dtype_count] = {DType::boolean, DType::uint8,   DType::uint16, DType::uint32,
                                                  DType::uint64,  DType::int8,    DType::int16,  DType::int32,
                                                  DType::int64,   DType::float32, DType::float64};

}  // namespace preamar::io
