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
  std::unique_ptr<Source> (*open_source)(const std::filesystem::path& file, const ReadOptions& options);
  // Dtype, rank and compression have been checked against the row, and `compression` is one of them.
  std::unique_ptr<Sink> (*open_sink)(const SharedOutput& output, const ImageType& type, const WriteOptions& options);
  // What a sink stores as one part, regions of which may come in any order; null: the format is one stream.
  Shape (*piece)(const ImageType& type, const WriteOptions& options) = nullptr;
  const FolderRules* folder = nullptr;  // where an image is a folder of files
  bool has_parts = false;  // levels, or axes beyond the image's; without, the options for reading are the usual ones
  // What the header says of a file that open_source() refuses; null: nothing.
  FileInfo (*outline)(const std::filesystem::path& file) = nullptr;
};

extern const Format meta_format;
extern const Format nrrd_format;
extern const Format ome_tiff_format;
extern const Format png_format;
extern const Format tiff_format;
extern const Format zarr_format;

inline constexpr DType all_dtypes[dtype_count] = {DType::boolean, DType::uint8,   DType::uint16, DType::uint32,
                                                  DType::uint64,  DType::int8,    DType::int16,  DType::int32,
                                                  DType::int64,   DType::float32, DType::float64};

}  // namespace preamar::io
