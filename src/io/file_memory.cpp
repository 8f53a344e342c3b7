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
double chunks_along(const Shape& image, const Shape& chunk, int axes) {
  double count = 1;
  for (int axis = image.rank() - axes; axis < image.rank(); ++axis)
    count *= std::ceil(static_cast<double>(image[axis]) / static_cast<double>(chunk[axis]));
  return count;
}

// Read by OpenSlide.
bool is_slide(const FileInfo& info) { return info.format.starts_with("slide"); }

// Per pixel of a chunk: ARGB here and in the decoder, RGB, and what the decoder itself needs.
constexpr double slide_pixel = 16;

bool is_zarr(const FileInfo& info) { return info.format.find("Zarr") != std::string::npos; }

// Blosc takes up to three times the bytes of a chunk while it codes one.
constexpr std::int64_t codec_chunks = 3;

std::int64_t whole_bytes(double bytes) {
  return bytes < 0x1p60 ? static_cast<std::int64_t>(bytes) : std::int64_t{1} << 60;
}

std::int64_t chunk_bytes(const FileInfo& info) {
  return whole_bytes(count_of(info.chunk) * static_cast<double>(size_of(info.type.dtype)));
}

}  // namespace

bool is_stream(const FileInfo& info) {
  const bool is_payload = info.format == "NRRD" || info.format == "MetaImage" || info.format == "NIfTI";
  return is_payload && info.compression != "none";
}

std::int64_t coding_memory(const Shape& chunk, DType dtype) {
  return whole_bytes(2 * count_of(chunk) * static_cast<double>(size_of(dtype)));
}

std::int64_t reading_memory(const FileInfo& info) {
  if (is_zarr(info)) return codec_chunks * chunk_bytes(info);
  if (info.channel.empty()) return coding_memory(info.chunk, info.type.dtype);
  // As the file holds them, decoded and interleaved; a sample has up to two bytes.
  return whole_bytes(3 * 2 * count_of(info.chunk) * info.samples);
}

std::int64_t writing_memory(const std::filesystem::path& file, const Shape& chunk, DType dtype) {
  const bool is_zarr = file.string().find(".zarr") != std::string::npos;
  const std::int64_t coded = coding_memory(chunk, dtype);
  return is_zarr ? coded + coded / 2 * codec_chunks : coded;
}

std::int64_t source_memory(const FileInfo& info) {
  if (is_zarr(info)) return 2 * chunk_bytes(info);
  constexpr double entry = 24;  // two words, and one more while they are read
  if (is_slide(info))
    return whole_bytes(entry * chunks_along(info.levels.front(), info.chunk, 2) + slide_pixel * count_of(info.chunk));
  if (info.format.find("TIFF") == std::string::npos) return 0;
  return whole_bytes(entry * chunks_along(info.type.shape, info.chunk, 2));
}

std::int64_t shared_source_memory(const FileInfo& info) {
  constexpr double cache = 0x1p25;      // OpenSlide's own, per open slide
  constexpr double library = 0x1.8p24;  // with the libraries that it loads
  constexpr double entry = 48;          // of the tiles of all levels
  if (!is_slide(info)) return 0;
  return whole_bytes(cache + library + entry * chunks_along(info.levels.front(), info.chunk, 2));
}

std::int64_t sink_memory(const ImageType& type, const Shape& chunk, const WriteOptions& options) {
  if (chunk.rank() == 0) return 0;
  // The levels of a pyramid have together at most as many parts as the image, with a mark and a count each.
  // Those of a COG also have places and lengths, each before and after they are put in order.
  const double entry = options.cog ? 38 : options.pyramid.empty() ? 1 : 6;
  return whole_bytes(entry * chunks_along(type.shape, chunk, type.shape.rank()));
}

}  // namespace preamar::io
