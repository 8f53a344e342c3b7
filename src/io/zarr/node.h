// The metadata of an array, or of a group of version 3, as its file has them.
#pragma once

#include "io/json_field.h"

#include <filesystem>
#include <optional>

namespace preamar::io {

struct ZarrNode {
  std::filesystem::path file;  // zarr.json or .zarray
  Json metadata;

  [[nodiscard]] bool is_v3() const { return file.filename() == "zarr.json"; }
  // Throws Error (io) if the metadata do not say it.
  [[nodiscard]] bool is_array() const;
};

// The attributes of an array; those of version 2 are in a file beside its metadata.
[[nodiscard]] Json attributes_of(const ZarrNode& array);

// The node in `folder`, which lies in `root` or is it; no link may lead outside `root`. Nothing if there is none.
[[nodiscard]] std::optional<ZarrNode> find_zarr_node(const std::filesystem::path& folder,
                                                     const std::filesystem::path& root);
// The same; throws Error (io) if there is none.
[[nodiscard]] ZarrNode need_zarr_node(const std::filesystem::path& folder, const std::filesystem::path& root);

}  // namespace preamar::io
