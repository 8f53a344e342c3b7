#include "io/zarr/array.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "io/zarr/node.h"

#include <algorithm>
#include <utility>

namespace preamar::io {
namespace {

constexpr const char* v3_file = "zarr.json";
constexpr const char* v2_file = ".zarray";

std::int64_t product(const Extents& extents, std::int64_t first, std::string_view what) {
  for (const std::int64_t extent : extents) first = checked_product(first, extent, what);
  return first;
}

void require_consistent(const std::filesystem::path& folder, const ZarrArray& array) {
  const std::size_t rank = array.shape.size();
  if (rank == 0 || rank > most_axes)
    throw Error(ErrorKind::input,
                text(folder.string(), ": an array of ", rank, " axes is not read; 2 to ", most_axes, " are"));
  if (array.chunk.size() != rank || array.stored.size() != rank || (!array.names.empty() && array.names.size() != rank))
    throw Error(ErrorKind::io, text(folder.string(), ": its shape, chunks and names differ in their number of axes"));
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (array.stored[axis] % array.chunk[axis] != 0)
      throw Error(ErrorKind::io, text(folder.string(), ": a shard of ", array.stored[axis], " along axis ", axis,
                                      " is not made of whole chunks of ", array.chunk[axis]));
  const std::string what = text(folder.string(), ": its size as the metadata has it");
  (void)product(array.shape, size_of(array.dtype), what);
  (void)product(array.stored, size_of(array.dtype), what);
  (void)checked_product(chunks_per_stored(array), 16, what);
}

}  // namespace

bool ZarrNode::is_array() const { return !is_v3() || JsonField(file, metadata).at("node_type").word() == "array"; }

std::optional<ZarrNode> find_zarr_node(const std::filesystem::path& folder, const std::filesystem::path& root) {
  for (const char* const name : {v3_file, v2_file})
    if (auto metadata = find_json(folder / name, root)) return ZarrNode{folder / name, std::move(*metadata)};
  return std::nullopt;
}

ZarrNode need_zarr_node(const std::filesystem::path& folder, const std::filesystem::path& root) {
  if (auto node = find_zarr_node(folder, root)) return std::move(*node);
  throw Error(ErrorKind::io, text(folder.string(), ": is not an array: neither zarr.json nor .zarray is in it"));
}

Json attributes_of(const ZarrNode& array) {
  if (array.is_v3()) return JsonField(array.file, array.metadata).find("attributes").value();
  const std::filesystem::path folder = array.file.parent_path();
  return find_json(folder / ".zattrs", folder).value_or(Json());
}

ZarrArray zarr_array_of(const ZarrNode& node) {
  ZarrArray array =
      node.is_v3() ? zarr_array_of_v3({node.file, node.metadata}) : zarr_array_of_v2({node.file, node.metadata});
  require_consistent(node.file.parent_path(), array);
  return array;
}

ZarrArray read_zarr_array(const std::filesystem::path& folder, const std::filesystem::path& root) {
  return zarr_array_of(need_zarr_node(folder, root));
}

std::int64_t chunk_bytes(const ZarrArray& array) {
  return product(array.chunk, size_of(array.dtype), "the bytes of a chunk");
}

std::int64_t chunks_per_stored(const ZarrArray& array) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < array.chunk.size(); ++axis)
    count = checked_product(count, array.stored[axis] / array.chunk[axis], "the chunks of a shard");
  return count;
}

std::filesystem::path stored_name(const ZarrArray& array, const std::int64_t* place) {
  std::string name = array.prefix;
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (!name.empty()) name += array.separator;
    name += std::to_string(place[axis]);
  }
  return name;
}

}  // namespace preamar::io
