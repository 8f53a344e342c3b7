// A folder of numbered TIFF or PNG images, read as one volume.
#pragma once

#include "io/source.h"

#include <filesystem>
#include <memory>

namespace preamar::io {

// `options` hold for each slice. Throws as slices_in(), as open_source() for a slice, and Error (input), naming two
// files, where shapes or dtypes differ.
[[nodiscard]] std::unique_ptr<Source> open_slices(const std::filesystem::path& folder, const ReadOptions& options);

}  // namespace preamar::io
