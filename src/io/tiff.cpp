#include "io/tiff.h"

#include "core/error_text.h"
#include "io/format.h"

namespace preamar {
namespace {

constexpr std::string_view suffixes[] = {".tif", ".tiff", ".btf"};
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
};

}  // namespace preamar
