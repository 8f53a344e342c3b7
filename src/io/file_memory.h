// What files take of memory beside pixels, for the plan of a run in blocks.
#pragma once

#include <preamar/io.h>

#include <cstdint>

namespace preamar::io {

// Bytes of one stored part, as pixels and as the file holds it.
[[nodiscard]] std::int64_t coding_memory(const Shape& piece, DType dtype);
// Bytes that an open source holds: libtiff has the place and the length of each part of a page.
[[nodiscard]] std::int64_t source_memory(const FileInfo& info);
// Bytes that an open sink of such parts holds: a mark for each, and those of the levels of a pyramid.
[[nodiscard]] std::int64_t sink_memory(const ImageType& type, const Shape& piece, const WriteOptions& options);

}  // namespace preamar::io
