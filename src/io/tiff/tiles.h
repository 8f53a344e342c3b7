// TIFF out by tile: in any order, by several threads, and so that a broken run can be continued.
#pragma once

#include "io/source.h"
#include "io/tiff/layout.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace preamar::io {

// Writes the file `path` of a transaction. `layout` is one of tiles, and `plan` has it; is_chunk_compression().
[[nodiscard]] std::unique_ptr<Sink> open_tile_sink(const SharedOutput& output, const std::filesystem::path& path,
                                                   const ImageType& type, const TiffLayout& layout,
                                                   const TiffPlan& plan, std::string_view compression);

}  // namespace preamar::io
