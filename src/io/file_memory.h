// What files take of memory beside pixels, for the plan of a run in blocks.
#pragma once

#include <preamar/io.h>

#include <cstdint>
#include <filesystem>

namespace preamar::io {

// Whether the image is one compressed stream, of which a region is read by decoding all that comes before it.
[[nodiscard]] bool is_stream(const FileInfo& info);
// Bytes of one stored part, as pixels and as the file holds it.
[[nodiscard]] std::int64_t coding_memory(const Shape& chunk, DType dtype);
// Bytes while one part of an image is read; of a colour image also its samples.
[[nodiscard]] std::int64_t reading_memory(const FileInfo& info);
// Bytes while one part of an image is written to a file of this name.
[[nodiscard]] std::int64_t writing_memory(const std::filesystem::path& file, const Shape& chunk, DType dtype);
// Bytes that an open source holds: libtiff has the place and the length of each part of a page; a Zarr has one chunk,
// as pixels and as stored; of a slide, OpenSlide also holds the tiles that it decodes.
[[nodiscard]] std::int64_t source_memory(const FileInfo& info);
// Bytes that all open sources of a file share: OpenSlide itself and its cache of tiles.
[[nodiscard]] std::int64_t shared_source_memory(const FileInfo& info);
// Bytes of a run with an input or output in a store: libcurl, and records of the run that wait to be sent; and of a
// connection, one per thread that reads or writes.
inline constexpr std::int64_t store_memory = std::int64_t{16} << 20, connection_memory = std::int64_t{1} << 18;
// Bytes that an open sink of such parts holds: a mark for each, and those of the levels of a pyramid.
[[nodiscard]] std::int64_t sink_memory(const ImageType& type, const Shape& chunk, const WriteOptions& options);

}  // namespace preamar::io
