// What belongs to a Zarr on disk, and what only lies beside it.
#pragma once

#include <filesystem>

namespace preamar::io {

// Throws Error (io), naming what does not belong, unless everything in the folder is part of one Zarr, of either
// version and whoever wrote it: metadata, chunks, and groups and arrays of these. An empty folder passes.
void require_only_zarr(const std::filesystem::path& folder);

}  // namespace preamar::io
