// OME-Zarr: what a group of arrays says of the image that they hold at several scales.
#pragma once

#include "io/json_field.h"

#include <preamar/io.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace preamar::io {

struct OmeAxis {
  Axis axis;  // the scale is that of the full image
  bool is_space = true;
};

struct OmeLevel {
  std::string path;                // of its array, within the group
  std::vector<double> scale;       // one each axis
  std::vector<double> shift = {};  // where the first pixel's centre lies; empty: at 0
};

struct OmeImage {
  std::string version;  // "0.5", "0.4", or older
  std::vector<OmeAxis> axes;
  std::vector<OmeLevel> levels;            // the full image first
  std::vector<std::string> channels = {};  // their names; empty: unnamed
};

// The first image that the attributes of a group describe; nothing where the folder is not a group. `group` is what
// zarr.json has, or null: an older version. Throws Error (input) where it describes none, saying what to give instead,
// Error (io) where the metadata is broken.
[[nodiscard]] std::optional<OmeImage> read_ome(const std::filesystem::path& folder, const Json* group);

// What the group is of: an image, or labels of the image two folders above.
enum class OmeKind { image, labels };

// The metadata of a group that holds `image`, as OME-Zarr 0.5.
[[nodiscard]] std::string ome_text(const OmeImage& image, const std::string& name, OmeKind kind);
// The metadata of the group `labels`, given the old one or an empty path, with `name` among its labels.
[[nodiscard]] std::string labels_text(const std::filesystem::path& old, const std::string& name);

}  // namespace preamar::io
