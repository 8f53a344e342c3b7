// The inputs and outputs of a run in blocks: files, or images that the caller reads and writes by region.
#pragma once

#include "io/source.h"

#include <preamar/blocks.h>

#include <filesystem>
#include <memory>
#include <string>

namespace preamar::blocks {

using Path = std::filesystem::path;

// Null if the caller reads or writes the image.
[[nodiscard]] inline const Path* file_of(const BlockInput& input) { return std::get_if<Path>(&input); }
[[nodiscard]] inline const Path* file_of(const BlockOutput& output) { return std::get_if<Path>(&output); }

// For messages.
[[nodiscard]] std::string shown_name(const BlockInput& input);
[[nodiscard]] std::string shown_name(const BlockOutput& output);

// Throws as io::open_source, and Error (call) for a reader without a function or with a chunk of another rank. One call
// of a reader reads several chunks, which are one chunk of the source.
[[nodiscard]] std::unique_ptr<io::Source> open_input(std::string_view owner, const BlockInput& input,
                                                     const ReadOptions& options);
// The type and the stored chunks of an input. Throws as open_input.
[[nodiscard]] FileInfo info_of(std::string_view owner, const BlockInput& input, const ReadOptions& options);
// The sink refers to the writer.
[[nodiscard]] std::unique_ptr<io::Sink> open_output(const RegionWriter& writer);

// Regions of an output begin and end at multiples of this. Rank 0: anywhere. Throws as io::stored_chunk.
[[nodiscard]] Shape chunk_of(const BlockOutput& output, const ImageType& type, const WriteOptions& options);

// Throws Error (call) unless a writer takes images of the type. A file takes what its format says when it is opened.
void require_type(std::string_view owner, const BlockOutput& output, const ImageType& type);

}  // namespace preamar::blocks
