#include "io/tiff/tiff.h"

#include "core/error_text.h"
#include "core/rows.h"
#include "io/format.h"
#include "io/georeference.h"
#include "io/header_text.h"
#include "io/ome/ome_xml.h"
#include "io/pixels.h"
#include "io/tiff/nodata.h"
#include "io/tiff/tags.h"

#include <algorithm>
#include <cstring>

namespace preamar::io {
namespace {

constexpr std::string_view suffixes[] = {".tif", ".tiff", ".btf"};
constexpr std::string_view ome_suffixes[] = {".ome.tif", ".ome.tiff", ".ome.btf"};
// OME-XML has no names for integers of 64 bits.
constexpr DType ome_dtypes[] = {DType::boolean, DType::uint8, DType::uint16,  DType::uint32, DType::int8,
                                DType::int16,   DType::int32, DType::float32, DType::float64};

// By this item GDAL knows that a file is the mask of another one, for all of its bands.
constexpr std::string_view mask_of_all_bands =
    "<GDALMetadata>\n  <Item name=\"INTERNAL_MASK_FLAGS_1\">2</Item>\n</GDALMetadata>\n";

bool is_mask_name(const std::filesystem::path& file) { return lower_case(file.extension().string()) == ".msk"; }

bool is_ome_name(const std::filesystem::path& file) {
  const std::string name = lower_case(file.filename().string());
  return std::ranges::any_of(ome_suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

Metadata kept(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  return kept_by_tiff(metadata, type);
}

// OME-XML has sizes of pixels with a unit, and the name of the channel.
Metadata kept_by_ome(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  Metadata kept;
  kept.quantity.description = metadata.quantity.description;
  if (std::ssize(metadata.axes) != type.shape.rank()) return kept;
  kept.axes = metadata.axes;
  for (Axis& axis : kept.axes)
    if (axis.unit.empty()) axis.scale = 1;
  return kept;
}

}  // namespace

bool is_big_name(const std::filesystem::path& file) { return lower_case(file.extension().string()) == ".btf"; }

Shape tiff_chunk(const ImageType& type, const WriteOptions& options) {
  const std::int64_t tile = options.tile > 0 ? options.tile : WriteOptions().tile;
  return type.shape.rank() == 3 ? Shape{1, tile, tile} : Shape{tile, tile};
}

std::uint16_t tag_of(std::string_view compression) {
  return std::ranges::find(tiff_codecs, compression, &TiffCodec::name)->tag;
}

std::string one_plane_description(const Shape& shape) {
  return text("{\"shape\": [1, ", shape[1], ", ", shape[2], "]}");
}

std::vector<TiffTag> describing_tags(const std::filesystem::path& file, const ImageType& type,
                                     const WriteOptions& options) {
  if (is_ome_name(file)) return {text_tag(TIFFTAG_IMAGEDESCRIPTION, write_ome_xml(type, options.metadata))};
  if (is_mask_name(file)) return {text_tag(geo::gdal_items, mask_of_all_bands)};
  std::vector<TiffTag> tags = metadata_tags(options.metadata);
  if (type.shape.rank() == 3 && type.shape[0] == 1)
    tags.insert(tags.begin(), text_tag(TIFFTAG_IMAGEDESCRIPTION, one_plane_description(type.shape)));
  return tags;
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
    .compressions = tiff_compressions,
    .dtypes = ome_dtypes,
    .highest_rank = 3,
    .instead = ".tif or .ome.zarr",
    .open_source = open_tiff_source,
    .open_sink = open_tiff_sink,
    .chunk = tiff_chunk,
    .has_parts = true,
    .reads_stores = true,
    .kept = kept_by_ome,
    .keeps_mask = true,
    .require_alone = require_no_pam_nodata,
    .outline = outline_tiff,
};

constinit const Format tiff_format = {
    .name = "TIFF",
    .suffixes = suffixes,
    .compressions = tiff_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "NRRD",
    .open_source = open_tiff_source,
    .open_sink = open_tiff_sink,
    .chunk = tiff_chunk,
    .has_parts = true,
    .has_cog = true,
    .reads_stores = true,
    .kept = kept,
    .keeps_mask = true,
    .require_alone = require_no_pam_nodata,
    .outline = outline_tiff,
};

}  // namespace preamar::io
