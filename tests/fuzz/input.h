// What fuzzers of file readers share: a place for the input, and regions to read.
#pragma once

#include "core/digest.h"
#include "io/source.h"
#include "platform/process.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace preamar::fuzz {

// A path for this process, in memory if the system has a place for that. Removed at the end, with all that is in it.
class OwnPath {
 public:
  explicit OwnPath(std::string_view suffix)
      : path_((std::filesystem::is_directory("/dev/shm") ? std::filesystem::path("/dev/shm")
                                                         : std::filesystem::temp_directory_path()) /
              ("preamar fuzz " + std::to_string(os_process_id()) + std::string(suffix))) {}
  OwnPath(const OwnPath&) = delete;
  OwnPath& operator=(const OwnPath&) = delete;
  ~OwnPath() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  [[nodiscard]] const std::filesystem::path& get() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline void store(const std::filesystem::path& file, const void* bytes, std::size_t size) {
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

// Of all pixels that were read: two processes that read the same files must agree.
inline std::uint64_t pixels_read = 0;

// The first and the last cells of the image, a few along each axis.
inline void read_corners(io::Source& source) {
  const ImageType& type = source.info().type;
  std::int64_t extents[max_rank] = {}, first[max_rank] = {}, last[max_rank] = {};
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    extents[axis] = std::min<std::int64_t>(type.shape[axis], 40);
    last[axis] = type.shape[axis] - extents[axis];
  }
  Image region(type.dtype, Shape(extents, type.shape.rank()));
  for (const std::int64_t* origin : {first, last}) {
    source.read(origin, region);
    pixels_read = digest(region, pixels_read);
  }
}

}  // namespace preamar::fuzz
