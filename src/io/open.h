// From a file's name to the code that reads or writes it.
#pragma once

#include "io/source.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace preamar::io {

// Reads the header only. Throws Error (call) for an unknown suffix or options that the format does not have, Error (io)
// where the file cannot be read, Error (input) where it holds what no operator takes.
[[nodiscard]] std::unique_ptr<Source> open_source(const std::filesystem::path& file, const ReadOptions& options = {});
// Throws Error (call) for options that the format does not have, Error (input) for an image that it cannot hold.
[[nodiscard]] std::unique_ptr<Sink> open_sink(const std::filesystem::path& file, const ImageType& type,
                                              const WriteOptions& options);
// An output in the format of its suffix, locked as the options say.
[[nodiscard]] SharedOutput output_at(const std::filesystem::path& file, const WriteOptions& options,
                                     const JobPart* job = nullptr);
// Whether an image of this name is a folder of files, which several processes can write at one time.
[[nodiscard]] bool is_folder_of_files(const std::filesystem::path& file);
// The same into an output that was opened, and may hold what an earlier run wrote.
[[nodiscard]] std::unique_ptr<Sink> open_sink(const SharedOutput& output, const ImageType& type,
                                              const WriteOptions& options);

// Writes an image into an output that was opened, without giving it its name.
void write_into(const SharedOutput& output, ConstImageView image, const WriteOptions& options);

// The file beside an output in which programs look for its mask; nothing if they look for none.
[[nodiscard]] std::optional<std::filesystem::path> mask_kept_beside(const std::filesystem::path& file,
                                                                    const ImageType& type);

// What a sink of such a file stores as one part; throws Error (call) for a format that is one stream, which takes an
// image only whole.
[[nodiscard]] Shape stored_chunk(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options);

}  // namespace preamar::io
