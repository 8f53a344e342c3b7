#include "io/tiff.h"

#include "core/error_text.h"
#include "core/rows.h"
#include "io/format.h"
#include "io/header_text.h"
#include "io/ome_xml.h"
#include "io/pixels.h"

#include <cstring>

namespace preamar::io {
namespace {

constexpr std::string_view suffixes[] = {".tif", ".tiff", ".btf"};
constexpr std::string_view ome_suffixes[] = {".ome.tif", ".ome.tiff", ".ome.btf"};
// OME-XML has no names for integers of 64 bits.
constexpr DType ome_dtypes[] = {DType::boolean, DType::uint8, DType::uint16,  DType::uint32, DType::int8,
                                DType::int16,   DType::int32, DType::float32, DType::float64};
constexpr std::string_view compressions[] = {"zstd", "deflate", "lzw", "none"};

// A tile of one page.
Shape piece(const ImageType& type, const WriteOptions& options) {
  const std::int64_t tile = options.tile > 0 ? options.tile : WriteOptions().tile;
  return type.shape.rank() == 3 ? Shape{1, tile, tile} : Shape{tile, tile};
}

}  // namespace

std::string one_plane_description(const Shape& shape) {
  return text("{\"shape\": [1, ", shape[1], ", ", shape[2], "]}");
}

std::string tiff_description(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  const std::string name = lower_case(file.filename().string());
  for (const std::string_view suffix : ome_suffixes)
    if (name.ends_with(suffix)) return write_ome_xml(type, options.axes);
  return type.shape.rank() == 3 && type.shape[0] == 1 ? one_plane_description(type.shape) : "";
}

void pack_chunk(ConstImageView pixels, const TiffLayout& layout, std::uint8_t* to) {
  const std::int64_t rows = pixels.shape()[0];
  const std::int64_t columns = pixels.shape()[1];
  const std::int64_t size = size_of(pixels.dtype());
  if (rows < layout.chunk_height || columns < layout.chunk_width)
    std::memset(to, 0, static_cast<std::size_t>(layout.chunk_bytes()));
  for (std::int64_t i = 0; i < rows; ++i, to += layout.row_bytes) {
    if (pixels.dtype() == DType::boolean)
      pack_bits(row(pixels, i), row_stride(pixels), columns, to);
    else
      copy_row(row(pixels, i), row_stride(pixels), to, size, columns, size);
  }
}

constinit const Format ome_tiff_format = {
    .name = "OME-TIFF",
    .suffixes = ome_suffixes,
    .compressions = compressions,
    .dtypes = ome_dtypes,
    .highest_rank = 3,
    .instead = ".tif or .ome.zarr",
    .open_source = open_tiff_source,
    .open_sink = open_tiff_sink,
    .piece = piece,
    .has_parts = true,
    .outline = outline_tiff,
};

constinit const Format tiff_format = {
    .name = "TIFF",
    .suffixes = suffixes,
    .compressions = compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "NRRD",
    .open_source = open_tiff_source,
    .open_sink = open_tiff_sink,
    .piece = piece,
    .has_parts = true,
    .outline = outline_tiff,
};

}  // namespace preamar::io
