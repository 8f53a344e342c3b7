// One array of a Zarr store, as its metadata describes it; the pixels are files named by the chunk's place.
#pragma once

#include "io/codecs.h"
#include "io/zarr/cf_attributes.h"

#include <preamar/image.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace preamar::io {

class JsonField;
struct ZarrNode;

using Extents = std::vector<std::int64_t>;

inline constexpr std::size_t most_axes = 8;

struct ZarrArray {
  int version = 3;  // of Zarr
  DType dtype = DType::uint8;
  std::endian endian = std::endian::little;
  Extents shape;
  Extents chunk;   // what is compressed alone
  Extents stored;  // what is a file: a shard of whole chunks, or the chunk itself
  bool is_sharded = false;
  bool index_is_first = false;
  bool index_is_summed = true;
  std::vector<Codec> codecs;
  std::array<std::byte, 8> fill{};  // the pixels of chunks that are not there
  std::string prefix = "c";         // of the name of a chunk; may be empty
  char separator = '/';
  std::vector<std::string> names;  // of the axes; empty: none are given
  CfAttributes values;             // to be written; those of a file are read where they count
  // Preamar wrote every chunk to an object store: one that is missing was lost, and is not of fill values.
  bool is_complete = false;
};

// The array in `folder`, which lies in `root` or is it; no link may lead outside `root`.
// Throws Error (io) where the metadata is missing or contradicts itself, Error (input) for what is not read: pixels of
// other types, further codecs, columns first.
[[nodiscard]] ZarrArray read_zarr_array(const std::filesystem::path& folder, const std::filesystem::path& root);
// The same of metadata that were read; `node` is of an array.
[[nodiscard]] ZarrArray zarr_array_of(const ZarrNode& node);
// The metadata as read above.
[[nodiscard]] ZarrArray zarr_array_of_v3(const JsonField& metadata);
[[nodiscard]] ZarrArray zarr_array_of_v2(const JsonField& metadata);
// As text; of version 3 or 2.
[[nodiscard]] std::string metadata_text(const ZarrArray& array);

// The bytes of one chunk and the number of chunks in a stored part; throws Error (resource) beyond 64 bits.
[[nodiscard]] std::int64_t chunk_bytes(const ZarrArray& array);
[[nodiscard]] std::int64_t chunks_per_stored(const ZarrArray& array);
// The file, within the array's folder, of the part at `place` in the grid of parts.
[[nodiscard]] std::filesystem::path stored_name(const ZarrArray& array, const std::int64_t* place);

}  // namespace preamar::io
