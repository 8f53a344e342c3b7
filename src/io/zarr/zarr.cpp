// Zarr: a folder of chunks, or of the arrays of an OME-Zarr image.
#include "io/zarr/zarr.h"

#include "core/error_text.h"
#include "core/url.h"
#include "io/format.h"
#include "io/metadata.h"
#include "io/ome/ome.h"
#include "io/select.h"
#include "io/zarr/node.h"
#include "io/zarr/tree.h"

#include <algorithm>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffixes[] = {".zarr"};
constexpr std::string_view compressions[] = {"blosc", "zstd", "gzip", "none"};

// The axes of an array: as the group has them, or as the array itself names them, or by number.
std::vector<OmeAxis> axes_of(const ZarrArray& array, const std::vector<OmeAxis>& given) {
  const std::size_t rank = array.shape.size();
  if (given.size() == rank) return given;
  std::vector<OmeAxis> axes(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const bool is_named = !array.names.empty() && !array.names[i].empty();
    std::string& name = axes[i].axis.name;
    name = is_named ? array.names[i] : std::to_string(i);
    axes[i].is_space = is_named ? name != "t" && name != "c" : i + max_rank >= rank;
  }
  return axes;
}

bool is_told(const ZarrArray& array, const std::vector<OmeAxis>& given) {
  return given.size() == array.shape.size() || !array.names.empty();
}

// Cuts the array where it is asked for, and at the only place of axes that are not of space.
ZarrImage cut(const fs::path& file, const fs::path& folder, const ZarrArray& array, const std::vector<OmeAxis>& axes,
              std::string_view select) {
  ZarrImage image{folder, array, {}, Extents(array.shape.size(), 0)};
  auto places = parse_select(file, select);
  std::vector<AxisExtent> all;
  std::vector<std::string> to_choose;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::string& name = axes[axis].axis.name;
    const std::int64_t extent = array.shape[axis];
    all.push_back({name, extent});
    if (const auto found = places.find(name); found != places.end()) {
      if (found->second >= extent)
        throw Error(ErrorKind::call, text(file.string(), ": select ", name, "=", found->second, " lies outside axis '",
                                          name, "'; give 0 to ", extent - 1));
      image.fixed[axis] = found->second;
      places.erase(found);
    } else if (axes[axis].is_space) {
      image.axes.push_back(axis);
    } else if (extent > 1) {
      to_choose.push_back(name);
    }
  }
  std::string names;
  for (const OmeAxis& axis : axes) names += text(names.empty() ? "" : ", ", axis.axis.name);
  if (!places.empty())
    throw Error(ErrorKind::call,
                text(file.string(), ": select names axis '", places.begin()->first, "'; there are ", names));
  if (!to_choose.empty()) refuse_axes(file, all, to_choose);
  if (image.axes.size() < 2 || image.axes.size() > max_rank)
    throw Error(ErrorKind::input, text(file.string(), ": an image of ", image.axes.size(), " axes of ", names,
                                       " is left; select positions so that 2 or 3 are"));
  return image;
}

Shape picked(const Extents& extents, const std::vector<std::size_t>& axes) {
  std::int64_t some[max_rank] = {};
  for (std::size_t k = 0; k < axes.size(); ++k) some[k] = extents[axes[k]];
  return Shape(some, static_cast<int>(axes.size()));
}

FileInfo info_of(const ZarrImage& image) {
  FileInfo info;
  info.format = text("Zarr ", image.array.version);
  info.type = {image.array.dtype, picked(image.array.shape, image.axes)};
  info.chunk = picked(image.array.chunk, image.axes);
  if (image.array.is_sharded) info.shard = picked(image.array.stored, image.axes);
  info.compression = codec_names(image.array.codecs);
  info.chunk_kind = "chunks";
  return info;
}

void add_values(Metadata& metadata, const ZarrNode& node) {
  const Json attributes = attributes_of(node);
  CfAttributes values = read_cf_attributes({node.file, attributes});
  metadata.quantity = std::move(values.quantity);
  metadata.nodata = values.nodata;
}

std::unique_ptr<Source> open_array(const fs::path& file, const ZarrNode& node, const ReadOptions& options) {
  if (options.level != 0)
    throw Error(ErrorKind::call,
                text(file.string(), ": level ", options.level, " was given; an array has level 0 only"));
  const ZarrArray array = zarr_array_of(node);
  const std::vector<OmeAxis> axes = axes_of(array, {});
  const ZarrImage image = cut(file, file, array, axes, options.select);
  FileInfo info = info_of(image);
  if (is_told(array, {}))
    for (const std::size_t axis : image.axes) info.metadata.axes.push_back(axes[axis].axis);
  if (!options.ignore_metadata) add_values(info.metadata, node);
  return make_zarr_source(file, std::move(info), image);
}

// Of the channel that is read; empty: unnamed, or not known.
std::string channel_name(const OmeImage& ome, const std::vector<OmeAxis>& axes, const Extents& fixed) {
  const auto found = std::ranges::find_if(axes, [](const OmeAxis& each) { return each.axis.name == "c"; });
  if (found == axes.end()) return ome.channels.size() == 1 ? ome.channels[0] : "";
  const auto channel = static_cast<std::size_t>(fixed[static_cast<std::size_t>(found - axes.begin())]);
  return channel < ome.channels.size() ? ome.channels[channel] : "";
}

std::unique_ptr<Source> open_ome(const fs::path& file, const OmeImage& ome, const ReadOptions& options) {
  const auto count = static_cast<int>(ome.levels.size());
  if (options.level < 0 || options.level >= count)
    throw Error(ErrorKind::call,
                text(file.string(), ": level ", options.level, " was given; there are 0 to ", count - 1));
  const OmeLevel& level = ome.levels[static_cast<std::size_t>(options.level)];
  const fs::path folder = file / level.path;
  const ZarrNode node = need_zarr_node(folder, file);
  const ZarrArray array = zarr_array_of(node);
  const std::vector<OmeAxis> axes = axes_of(array, ome.axes);
  const ZarrImage image = cut(file, folder, array, axes, options.select);
  FileInfo info = info_of(image);
  info.format = text("OME-Zarr ", ome.version);
  if (is_told(array, ome.axes))
    for (const std::size_t axis : image.axes) {
      info.metadata.axes.push_back(axes[axis].axis);
      if (axis < level.scale.size()) info.metadata.axes.back().scale = level.scale[axis];
      if (axis < level.shift.size()) info.metadata.origin.push_back(level.shift[axis]);
    }
  info.metadata = simplified(std::move(info.metadata));
  if (!options.ignore_metadata) add_values(info.metadata, node);
  if (info.metadata.quantity.description.empty())
    info.metadata.quantity.description = channel_name(ome, axes, image.fixed);
  for (const OmeLevel& each : ome.levels) {
    const ZarrArray other = &each == &level ? array : read_zarr_array(file / each.path, file);
    if (other.shape.size() != array.shape.size())
      throw Error(ErrorKind::io, text(file.string(), ": level ", each.path, " has other axes than level ", level.path));
    info.levels.push_back(picked(other.shape, image.axes));
  }
  return make_zarr_source(file, std::move(info), image);
}

std::unique_ptr<Source> open_zarr_source(const fs::path& file, const ReadOptions& options) {
  std::error_code none;
  if (!is_url(file) && !fs::is_directory(file, none))
    throw Error(ErrorKind::io, text(file.string(), ": there is no such folder"));
  const auto node = find_zarr_node(file, file);
  if (node && node->is_array()) return open_array(file, *node, options);
  if (const auto ome = read_ome(file, node ? &node->metadata : nullptr)) return open_ome(file, *ome, options);
  throw Error(ErrorKind::io,
              text(file.string(), ": is not a Zarr: neither zarr.json nor .zarray nor .zattrs is in it"));
}

constexpr FolderRules folder_rules = {
    .require_wholly = require_only_zarr, .makes_parent = is_labels, .committed = list_among_labels};

}  // namespace

constinit const Format zarr_format = {
    .name = "Zarr",
    .suffixes = suffixes,
    .compressions = compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_zarr_source,
    .open_sink = open_zarr_sink,
    .chunk = zarr_chunk,
    .folder = &folder_rules,
    .has_parts = true,
    .reads_stores = true,
    .kept = kept_by_zarr,
};

}  // namespace preamar::io
