// The rows of a PNG, and what its header says.
#pragma once

#include "io/png/handle.h"

#include "core/memory.h"
#include "io/colour/samples.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>

namespace preamar::io {

inline constexpr std::int64_t largest_png_side = std::numeric_limits<std::int32_t>::max();

struct PngHeader {
  png_uint_32 width;
  png_uint_32 height;
  int bits;
  int colour;             // as PNG_COLOR_TYPE_PALETTE
  bool has_transparency;  // without samples of alpha: by index, or by one colour
  int palette_size;
  std::array<std::array<std::uint8_t, 4>, 256> palette;  // red, green, blue, alpha
};

// A libpng reader past the header. Rows come in the machine's byte order, an index of a palette as a byte, and the
// transparency of one colour as samples of alpha.
class PngDecoder {
 public:
  explicit PngDecoder(const InFile& file);

  [[nodiscard]] const PngHeader& header() const noexcept { return header_; }
  // The passes over all rows that have to follow: 1, or 7 where the file is interlaced.
  int begin();
  // The next row; `to` holds what earlier passes put there.
  void read_row(std::uint8_t* to) {
    png_.call([to](png_structp png, png_infop) { png_read_row(png, to, nullptr); });
  }
  // Throws Error (io) where the file has more pixels than its header says, or no end.
  void end();

 private:
  PngHandle png_;
  PngHeader header_{};
};

// Calls visit(bytes, y - first) for `count` rows from row `first` on. The stream has no index, so it is decoded from
// its begin.
template <class Visit>
void each_png_row(const InFile& file, std::int64_t row_bytes, std::int64_t first, std::int64_t count,
                  const Visit& visit) {
  PngDecoder decoder(file);
  const std::int64_t height = decoder.header().height;
  const int passes = decoder.begin();
  // Passes need all rows together; otherwise one row is enough.
  const std::int64_t kept = passes > 1 ? height : 1;
  const Buffer<std::uint8_t> stored(checked_product(row_bytes, kept, file.path().string()));
  for (int pass = 1; pass <= passes; ++pass) {
    const std::int64_t end = pass < passes ? height : first + count;
    for (std::int64_t y = 0; y < end; ++y) {
      std::uint8_t* const at = stored.data() + y % kept * row_bytes;
      decoder.read_row(at);
      if (pass == passes && y >= first) visit(at, y - first);
    }
  }
  if (first + count == height) decoder.end();
}

// RGB, palettes, and grey or RGB with alpha.
[[nodiscard]] std::unique_ptr<SampleSource> open_png_samples(const std::filesystem::path& file);

}  // namespace preamar::io
