// PNG of several samples per pixel; a palette is read as RGB.
#include "io/png/decoder.h"

#include "core/error_text.h"
#include "io/limits.h"
#include "io/zlib_stream.h"

#include <cstring>

namespace preamar::io {
namespace {

int samples_of(const PngHeader& header) {
  if (header.colour == PNG_COLOR_TYPE_GRAY_ALPHA) return 2;
  return header.colour == PNG_COLOR_TYPE_RGB_ALPHA || header.has_transparency ? 4 : 3;
}

class PngSamples : public SampleSource {
 public:
  explicit PngSamples(const std::filesystem::path& file)
      : SampleSource(file), in_(file), header_(PngDecoder(in_).header()) {
    info_.format = "PNG";
    info_.compression = "deflate";
    info_.type = {header_.bits == 16 ? DType::uint16 : DType::uint8, Shape({header_.height, header_.width})};
    info_.chunk = info_.type.shape;
    info_.samples = samples_of(header_);
    // The transparency of one colour is not stored per pixel.
    const std::int64_t bits = is_palette()                           ? header_.bits
                              : header_.colour == PNG_COLOR_TYPE_RGB ? 3 * header_.bits
                                                                     : info_.samples * header_.bits;
    const std::int64_t row_bits = checked_product(header_.width, bits, file.string());
    require_plausible(file, info_.type.shape, checked_product(row_bits / 8, header_.height, file.string()), in_.size(),
                      deflate_limit);
  }

  void read_samples(const std::int64_t* origin, const Shape& shape, void* to) override {
    const std::int64_t pixel = info_.samples * size_of(info_.type.dtype);
    const std::int64_t row_bytes = checked_product(header_.width, is_palette() ? 1 : pixel, file().string());
    each_png_row(in_, row_bytes, origin[0], shape[0], [&](const std::uint8_t* stored, std::int64_t y) {
      auto* const at = static_cast<std::uint8_t*>(to) + y * shape[1] * pixel;
      if (is_palette())
        look_up(stored + origin[1], shape[1], at);
      else
        std::memcpy(at, stored + origin[1] * pixel, static_cast<std::size_t>(shape[1] * pixel));
    });
  }

 private:
  [[nodiscard]] bool is_palette() const noexcept { return header_.colour == PNG_COLOR_TYPE_PALETTE; }

  void look_up(const std::uint8_t* indices, std::int64_t count, std::uint8_t* to) const {
    for (std::int64_t i = 0; i < count; ++i, to += info_.samples) {
      if (indices[i] >= header_.palette_size)
        throw Error(ErrorKind::io, text(file().string(), ": a pixel has colour ", int{indices[i]},
                                        "; its palette (PLTE) has ", header_.palette_size));
      std::memcpy(to, header_.palette[indices[i]].data(), static_cast<std::size_t>(info_.samples));
    }
  }

  InFile in_;
  PngHeader header_;
};

}  // namespace

std::unique_ptr<SampleSource> open_png_samples(const std::filesystem::path& file) {
  return std::make_unique<PngSamples>(file);
}

}  // namespace preamar::io
