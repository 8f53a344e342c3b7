// The header of a JPEG file: the segments before its first scan.
#pragma once

#include "io/store/store.h"

#include <cstdint>

namespace preamar::io {

enum class JpegColour { grey, ycbcr, rgb, other };

struct JpegHeader {
  std::int64_t height = 0, width = 0;
  int samples = 0;  // per pixel
  int bits = 0;     // per sample
  JpegColour colour = JpegColour::other;
  int process = 0;               // number of its start of frame: 0 and 1 are sequential, 2 is progressive
  int across = 1, down = 1;      // pixels per value of chroma
  bool is_sampled_alike = true;  // the first component has all values, and the others are sampled like each other
  std::int64_t sampling_at = 0;  // byte of the file that has the sampling of the first component
  int orientation = 1;           // of EXIF; 1: rows from the top, columns from the left
};

// Throws Error (io) for a file that is not a JPEG, or damaged before its first scan.
[[nodiscard]] JpegHeader read_jpeg_header(const Object& file);

}  // namespace preamar::io
