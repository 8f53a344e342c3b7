#include "io/file_memory.h"

#include <cmath>

namespace preamar::io {
namespace {

double count_of(const Shape& shape) {
  double count = 1;
  for (int axis = 0; axis < shape.rank(); ++axis) count *= static_cast<double>(shape[axis]);
  return count;
}

// Along the last `axes` of an image.
double pieces_of(const Shape& image, const Shape& piece, int axes) {
  double count = 1;
  for (int axis = image.rank() - axes; axis < image.rank(); ++axis)
    count *= std::ceil(static_cast<double>(image[axis]) / static_cast<double>(piece[axis]));
  return count;
}

std::int64_t whole(double bytes) { return bytes < 0x1p60 ? static_cast<std::int64_t>(bytes) : std::int64_t{1} << 60; }

}  // namespace

std::int64_t coding_memory(const Shape& piece, DType dtype) {
  return whole(2 * count_of(piece) * static_cast<double>(size_of(dtype)));
}

std::int64_t source_memory(const FileInfo& info) {
  constexpr double entry = 24;  // two words, and one more while they are read
  if (info.format.find("TIFF") == std::string::npos) return 0;
  return whole(entry * pieces_of(info.type.shape, info.chunk, 2));
}

std::int64_t sink_memory(const ImageType& type, const Shape& piece, const WriteOptions& options) {
  // The levels of a pyramid have together at most as many parts as the image, with a mark and a count each.
  const double entry = options.pyramid.empty() ? 1 : 6;
  return whole(entry * pieces_of(type.shape, piece, type.shape.rank()));
}

}  // namespace preamar::io
