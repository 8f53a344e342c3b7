// The mask of the valid pixels of an image, within its file or beside it.
#pragma once

#include "io/source.h"

#include <filesystem>
#include <memory>

namespace preamar::io {

// Opens a file without regard to masks beside it. With ReadOptions::mask, for a file whose source has
// FileInfo::has_mask: the mask within it, bool or another dtype as stored.
using OpenFile = std::unique_ptr<Source>(const std::filesystem::path& file, const ReadOptions& options);

[[nodiscard]] std::filesystem::path mask_file(const std::filesystem::path& file);

// Whether a file with the name of the image and ".msk" lies beside it. False for a volume and for a URL: each image of
// a store would take a further request.
[[nodiscard]] bool has_mask_beside(const Source& image);

// The mask as ReadOptions::mask has it; one within the file counts before one beside it. One mask is of all bands and
// channels, so those in `options` need only exist. Throws Error (input) if there is none, if it does not fit the image,
// or if it has no such level.
[[nodiscard]] std::unique_ptr<Source> open_mask(const std::filesystem::path& file, const ReadOptions& options,
                                                OpenFile& open);

// Throws Error (io) if a file beside an output would be its mask.
void require_no_mask_beside(const std::filesystem::path& output, const Shape& shape);

[[noreturn]] void refuse_mask_of_level(const std::filesystem::path& file, int level);

}  // namespace preamar::io
