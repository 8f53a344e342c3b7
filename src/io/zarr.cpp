// Zarr: a folder of chunks, or of arrays.
#include "io/zarr.h"

#include "core/error_text.h"
#include "io/format.h"
#include "io/limits.h"

namespace preamar {
namespace {

constexpr std::string_view suffixes[] = {".zarr"};
constexpr std::string_view compressions[] = {"zstd", "blosc", "gzip", "none"};

Shape picked(const Extents& extents, const std::vector<std::size_t>& axes) {
  std::int64_t some[max_rank] = {};
  for (std::size_t k = 0; k < axes.size(); ++k) some[k] = extents[axes[k]];
  return Shape(some, static_cast<int>(axes.size()));
}

std::unique_ptr<Source> open_zarr_source(const std::filesystem::path& file, const ReadOptions&) {
  ZarrImage image{file, read_zarr_array(file), {}, {}};
  image.fixed.assign(image.array.shape.size(), 0);
  for (std::size_t axis = 0; axis < image.array.shape.size(); ++axis) image.axes.push_back(axis);
  FileInfo info;
  info.format = text("Zarr ", image.array.version);
  info.type = {image.array.dtype, picked(image.array.shape, image.axes)};
  info.chunk = picked(image.array.chunk, image.axes);
  if (image.array.is_sharded) info.shard = picked(image.array.stored, image.axes);
  info.compression = name_of(image.array.codecs);
  return make_zarr_source(file, std::move(info), image);
}

}  // namespace

constinit const Format zarr_format = {
    .name = "Zarr",
    .suffixes = suffixes,
    .compressions = compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_zarr_source,
    .open_sink = open_zarr_sink,
    .piece = zarr_piece,
    .is_folder = true,
    .has_parts = true,
};

}  // namespace preamar
