#include "io/tiff/colour.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <span>

namespace preamar::io {
namespace {

std::uint16_t photometric(TIFF* tiff) {
  std::uint16_t value = PHOTOMETRIC_MINISBLACK;
  return TIFFGetFieldDefaulted(tiff, TIFFTAG_PHOTOMETRIC, &value) ? value : std::uint16_t{PHOTOMETRIC_MINISBLACK};
}

std::uint16_t planar_config(TIFF* tiff) {
  std::uint16_t value = PLANARCONFIG_CONTIG;
  return TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &value) ? value : std::uint16_t{PLANARCONFIG_CONTIG};
}

std::span<const std::uint16_t> extra_samples(TIFF* tiff) {
  std::uint16_t count = 0;
  const std::uint16_t* kinds = nullptr;
  if (!TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || !kinds) return {};
  return {kinds, count};
}

std::string_view words_for(std::uint16_t meaning) {
  if (meaning == PHOTOMETRIC_RGB) return "RGB and others";
  if (meaning == PHOTOMETRIC_SEPARATED) return "CMYK";
  return "bands";
}

[[noreturn]] void refuse(const std::filesystem::path& file, int samples, std::uint16_t meaning) {
  if (samples > 1 && meaning == PHOTOMETRIC_YCBCR)
    throw Error(ErrorKind::input,
                text(file.string(), ": has ", samples, " samples per pixel (YCbCr); convert it to RGB or grey"));
  if (samples > 1)
    throw Error(ErrorKind::input, text(file.string(), ": has ", samples, " samples per pixel (", words_for(meaning),
                                       "); choose a band, counted from 1, with ", setting("select", "band=N"),
                                       ", or convert it to RGB or grey"));
  throw Error(ErrorKind::input, text(file.string(), ": its pixels are of TIFF's photometric kind ", meaning,
                                     "; convert it to one grey channel or RGB"));
}

}  // namespace

// Grey values are taken as they are stored, whether black or white is zero: files of masks say white by habit.
TiffColour tiff_colour(TiffHandle& handle, const std::filesystem::path& file, const TiffTags& tags,
                       std::optional<std::int64_t> band) {
  TIFF* const tiff = handle.get();
  const std::uint16_t meaning = photometric(tiff);
  const std::span<const std::uint16_t> extra = extra_samples(tiff);
  const bool is_grey = meaning == PHOTOMETRIC_MINISBLACK || meaning == PHOTOMETRIC_MINISWHITE;
  if (band && *band >= tags.samples)
    throw Error(ErrorKind::call, text(file.string(), ": band ", *band + 1, " was given; it has ", tags.samples,
                                      tags.samples == 1 ? " band" : " bands", ", counted from 1"));
  if (is_grey && tags.samples == 1) return TiffColour::grey;
  if (meaning == PHOTOMETRIC_PALETTE && tags.samples == 1) {
    if (tags.dtype == DType::uint8) return TiffColour::palette;
    throw Error(ErrorKind::input, text(file.string(), ": its palette has indices of ", name_of(tags.dtype),
                                       "; palettes of 1, 2, 4 and 8 bits are read"));
  }
  const bool is_ycbcr = meaning == PHOTOMETRIC_YCBCR && tags.compression == COMPRESSION_JPEG && tags.samples == 3 &&
                        planar_config(tiff) == PLANARCONFIG_CONTIG;
  if (is_ycbcr)
    handle.require(TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) != 0, "its YCbCr cannot become RGB");
  // Other YCbCr stores fewer colours than pixels.
  if (band && (is_ycbcr || (meaning != PHOTOMETRIC_YCBCR && meaning != PHOTOMETRIC_PALETTE))) return TiffColour::grey;
  const bool is_rgb = meaning == PHOTOMETRIC_RGB && (tags.samples == 3 || tags.samples == 4);
  const bool has_alpha = !extra.empty() && extra.back() != EXTRASAMPLE_UNSPECIFIED;
  if (!is_rgb && !is_ycbcr && !(is_grey && tags.samples == 2 && has_alpha)) refuse(file, tags.samples, meaning);
  if (tags.dtype != DType::uint8 && tags.dtype != DType::uint16)
    throw Error(
        ErrorKind::input,
        text(file.string(), ": has ", tags.samples, " samples per pixel of ", name_of(tags.dtype),
             "; colour is read as uint8 or uint16, other bands one at a time: give ", setting("select", "band=N")));
  if (has_alpha && extra.back() == EXTRASAMPLE_ASSOCALPHA)
    throw Error(ErrorKind::input, text(file.string(),
                                       ": its colours are multiplied by alpha (ExtraSamples 1); "
                                       "convert it to unassociated alpha, or remove alpha"));
  if (is_grey) return TiffColour::grey_alpha;
  return tags.samples == 4 && has_alpha ? TiffColour::rgb_alpha : TiffColour::rgb;
}

std::vector<std::uint8_t> tiff_palette(TiffHandle& handle, int bits) {
  std::uint16_t* samples[3] = {};
  handle.require(TIFFGetField(handle.get(), TIFFTAG_COLORMAP, &samples[0], &samples[1], &samples[2]) != 0 &&
                     samples[0] && samples[1] && samples[2],
                 "its pixels are indices into a palette and it has none (ColorMap)");
  const std::size_t count = std::size_t{1} << bits;
  // As libtiff: programs that wrote 8 bits where TIFF has 16 have no higher value.
  const bool has_8_bits = std::ranges::all_of(samples, [count](const auto* values) {
    return std::all_of(values, values + count, [](auto v) { return v < 256; });
  });
  std::vector<std::uint8_t> palette;
  for (std::size_t i = 0; i < count; ++i)
    for (const std::uint16_t* values : samples)
      palette.push_back(static_cast<std::uint8_t>(has_8_bits ? values[i] : values[i] >> 8));
  return palette;
}

}  // namespace preamar::io
