// TIFF out by tile: in any order, by several threads, and so that a broken run can be continued.
#pragma once

#include "io/source.h"
#include "io/tiff_layout.h"

#include <memory>

namespace preamar::io {

// `layout` is one of tiles, and is_piece_compression(options.compression).
[[nodiscard]] std::unique_ptr<Sink> open_tile_sink(const SharedOutput& output, const ImageType& type,
                                                   const WriteOptions& options, const TiffLayout& layout, bool is_big);

}  // namespace preamar::io
