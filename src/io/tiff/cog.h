// TIFF out as a Cloud Optimized GeoTIFF: the tags of all levels first, then the tiles of the smallest level, and those
// of the full image last. A reader gets an overview with the first bytes of the file.
#pragma once

#include "io/source.h"

#include <memory>

namespace preamar::io {

// As Format::open_sink, for an image of rank 2 and a tile that TIFF can have.
[[nodiscard]] std::unique_ptr<Sink> open_cog_sink(const SharedOutput& output, const ImageType& type,
                                                  const WriteOptions& options);

}  // namespace preamar::io
