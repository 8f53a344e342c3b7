// A TIFF made of the input. The result must be an image, regions of it, or an Error.
#include "io/tiff.h"
#include "platform/process.h"

#include <preamar/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using namespace preamar;
using namespace preamar::io;

// A file of this process; in memory if the system has a place for that.
const fs::path& file() {
  static const struct File {
    fs::path path = (fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) /
                    ("preamar fuzz " + std::to_string(os_process_id()) + ".tif");
    ~File() {
      std::error_code none;
      fs::remove(path, none);
    }
  } one;
  return one.path;
}

// The first and the last cells of the image, a few along each axis.
void read_corners(Source& source) {
  const ImageType& type = source.info().type;
  std::int64_t extents[max_rank] = {}, last[max_rank] = {};
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    extents[axis] = std::min<std::int64_t>(type.shape[axis], 40);
    last[axis] = type.shape[axis] - extents[axis];
  }
  Image region(type.dtype, Shape(extents, type.shape.rank()));
  const std::int64_t first[max_rank] = {};
  source.read(first, region);
  source.read(last, region);
}

void read_with(const ReadOptions& options) try {
  read_corners(*open_tiff_source(file(), options));
} catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(file(), std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  read_with({});
  read_with({.level = 1});
  read_with({.select = "c=1,t=0"});
  return 0;
}
