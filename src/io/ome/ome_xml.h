// The description of an OME-TIFF: what its planes are, and how large a pixel is.
#pragma once

#include <preamar/io.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

struct OmePixels {
  std::string order = "XYZCT";  // of the axes, the fastest first
  std::int64_t size_x = 0, size_y = 0, size_z = 1, size_c = 1, size_t = 1;
  std::vector<Axis> axes;             // z, y, x; empty: no pixel size is given
  std::vector<std::string> channels;  // their names; empty: unnamed

  // A run of planes that lie in pages one after another.
  struct Run {
    std::int64_t page = 0;
    std::int64_t z = 0, c = 0, t = 0;  // of the first
    std::int64_t count = -1;           // -1: all that follow
  };
  std::vector<Run> runs;  // empty: the planes are the pages in order

  // The page of each plane, by its place in `order`; -1 where none is given. Throws Error (input), naming `file`, where
  // that is more planes than there are pages.
  [[nodiscard]] std::vector<std::int64_t> pages(std::string_view file, std::int64_t page_count) const;
  // The place of a plane in `order`.
  [[nodiscard]] std::int64_t plane(std::int64_t z, std::int64_t c, std::int64_t t) const;
};

// Of the first image; nothing where the words are not OME-XML. Throws Error (io), naming `file`, where they are but
// contradict themselves.
[[nodiscard]] std::optional<OmePixels> read_ome_xml(std::string_view file, std::string_view words);

// The axes with a unit, and the description of the values as the name of the channel.
[[nodiscard]] std::string write_ome_xml(const ImageType& type, const Metadata& metadata);

}  // namespace preamar::io
