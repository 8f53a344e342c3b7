// A Zarr made of the input: its first byte selects the kind, two more are the length of the metadata, and the bytes
// after these are the first chunk. The result must be an image or an Error.
#include "input.h"
#include "io/open.h"
#include "io/zarr/array.h"

#include <preamar/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;
using namespace preamar;
using namespace preamar::io;

enum Kind { array_v3, array_v2, ome_v3, ome_v2, kinds };

void store(const fs::path& file, const std::string& bytes) {
  fs::create_directories(file.parent_path());
  fuzz::store(file, bytes.data(), bytes.size());
}

const fs::path& folder() {
  static const fuzz::OwnPath own(".zarr");
  return own.get();
}

const std::string small_array =
    R"({"zarr_format":3,"node_type":"array","shape":[2,3,4,5],"data_type":"uint16","fill_value":1,)"
    R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[1,2,3,4]}},)"
    R"("chunk_key_encoding":{"name":"default"},"codecs":[{"name":"bytes"},{"name":"crc32c"}]})";

// The first chunk, at the path that the metadata define.
void store_chunk(const std::string& bytes) {
  const ZarrArray array = read_zarr_array(folder(), folder());
  const Extents first(array.shape.size(), 0);
  store(folder() / stored_name(array, first.data()), bytes);
}

void read_all(Kind kind, const std::string& metadata, const std::string& chunk) {
  constexpr const char* names[kinds] = {"zarr.json", ".zarray", "zarr.json", ".zattrs"};
  store(folder() / names[kind], metadata);
  if (kind == ome_v3 || kind == ome_v2)
    for (const char* level : {"0", "1"}) store(folder() / level / "zarr.json", small_array);
  else
    store_chunk(chunk);
  fuzz::read_corners(*open_source(folder(), {}));
  fuzz::read_corners(*open_source(folder(), {.level = 1, .select = "t=0,c=1"}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > (1 << 16)) return 0;
  const auto kind = static_cast<Kind>(data[0] % kinds);
  const std::string rest(reinterpret_cast<const char*>(data) + 3, size - 3);
  const std::size_t length = std::min<std::size_t>(rest.size(), data[1] | data[2] << 8);
  std::error_code none;
  fs::remove_all(folder(), none);
  try {
    read_all(kind, rest.substr(0, length), rest.substr(length));
  } catch (const Error&) {
  }
  return 0;
}
