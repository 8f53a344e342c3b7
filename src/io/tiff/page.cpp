#include "io/tiff/page.h"

#include "core/error_text.h"
#include "io/limits.h"
#include "io/pixels.h"
#include "io/tiff/colour.h"

#include <algorithm>
#include <charconv>

namespace preamar::io {
namespace {

std::uint16_t short_tag(TIFF* tiff, std::uint32_t tag, std::uint16_t fallback) {
  std::uint16_t value = fallback;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

std::uint32_t long_tag(TIFF* tiff, std::uint32_t tag, std::uint32_t fallback) {
  std::uint32_t value = fallback;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

constexpr std::int64_t largest_webp_side = 16383;

bool is_index(int bits) { return bits == 1 || bits == 2 || bits == 4 || bits == 8; }

DType dtype_from(TIFF* tiff, const std::filesystem::path& file) {
  const int bits = short_tag(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  const int kind = short_tag(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  if (short_tag(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == PHOTOMETRIC_PALETTE && is_index(bits))
    return DType::uint8;
  if (kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_VOID) {
    if (bits == 1) return DType::boolean;
    if (bits == 8) return DType::uint8;
    if (bits == 16) return DType::uint16;
    if (bits == 32) return DType::uint32;
    if (bits == 64) return DType::uint64;
  }
  if (kind == SAMPLEFORMAT_INT) {
    if (bits == 8) return DType::int8;
    if (bits == 16) return DType::int16;
    if (bits == 32) return DType::int32;
    if (bits == 64) return DType::int64;
  }
  if (kind == SAMPLEFORMAT_IEEEFP) {
    if (bits == 32) return DType::float32;
    if (bits == 64) return DType::float64;
  }
  throw Error(ErrorKind::input, text(file.string(), ": its pixels have ", bits, " bits of sample format ", kind,
                                     "; 1 bit, integers of 8, 16, 32 or 64 bits and floats of 32 or 64 bits are read"));
}

const TiffCodec& codec_from(TIFF* tiff, const std::filesystem::path& file) {
  const std::uint16_t tag = short_tag(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  const auto found = std::ranges::find(tiff_codecs, tag, &TiffCodec::tag);
  if (found == std::end(tiff_codecs) || !TIFFIsCODECConfigured(tag))
    throw Error(ErrorKind::input, text(file.string(), ": compression ", tiff_compression_name(tag),
                                       " is not read; convert it to none, zstd, deflate, LZW, packbits, JPEG or WebP"));
  return *found;
}

TiffPredictor predictor_from(TiffHandle& handle, DType dtype) {
  std::uint16_t value = PREDICTOR_NONE;
  if (!TIFFGetField(handle.get(), TIFFTAG_PREDICTOR, &value)) value = PREDICTOR_NONE;
  const bool fits = value == PREDICTOR_NONE || (value == PREDICTOR_HORIZONTAL && dtype != DType::boolean) ||
                    (value == PREDICTOR_FLOATINGPOINT && is_floating(dtype));
  handle.require(fits, text("its header gives pixels of ", name_of(dtype), " the predictor ", value));
  return TiffPredictor{value};
}

}  // namespace

std::string tiff_compression_name(std::uint16_t tag) {
  struct Name {
    int tag;
    std::string_view name;
  };
  constexpr Name others[] = {{2, "CCITT RLE"},       {3, "CCITT Group 3"}, {4, "CCITT Group 4"}, {6, "JPEG (old)"},
                             {32809, "ThunderScan"}, {33003, "JPEG 2000"}, {33005, "JPEG 2000"}, {34661, "JBIG"},
                             {34676, "SGI LogLuv"},  {34712, "JPEG 2000"}, {34887, "LERC"},      {34925, "LZMA"},
                             {34933, "PNG"},         {34934, "JPEG XR"},   {50002, "JPEG XL"},   {52546, "JPEG XL"}};
  if (const auto read = std::ranges::find(tiff_codecs, tag, &TiffCodec::tag); read != std::end(tiff_codecs))
    return std::string(read->name);
  if (const auto other = std::ranges::find(others, tag, &Name::tag); other != std::end(others))
    return std::string(other->name);
  return text("method ", tag);
}

TiffTags read_tags(TIFF* tiff, const std::filesystem::path& file) {
  TiffTags tags{};
  tags.dtype = dtype_from(tiff, file);
  tags.samples = short_tag(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  tags.compression = short_tag(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  tags.height = long_tag(tiff, TIFFTAG_IMAGELENGTH, 0);
  tags.width = long_tag(tiff, TIFFTAG_IMAGEWIDTH, 0);
  tags.tiled = TIFFIsTiled(tiff) != 0;
  tags.chunk_height = tags.tiled
                          ? std::int64_t{long_tag(tiff, TIFFTAG_TILELENGTH, 0)}
                          : std::min(tags.height, std::int64_t{long_tag(tiff, TIFFTAG_ROWSPERSTRIP, UINT32_MAX)});
  tags.chunk_width = tags.tiled ? std::int64_t{long_tag(tiff, TIFFTAG_TILEWIDTH, 0)} : tags.width;
  return tags;
}

std::string_view description(TIFF* tiff) {
  const char* words = nullptr;
  return TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &words) && words ? words : "";
}

std::uint32_t page_role(TIFF* tiff) {
  return long_tag(tiff, TIFFTAG_SUBFILETYPE, 0) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK);
}

bool is_reduced_page(TIFF* tiff) { return page_role(tiff) == FILETYPE_REDUCEDIMAGE; }

bool is_main_page(TIFF* tiff) { return page_role(tiff) == 0; }

TiffPage read_page(TiffHandle& handle, const std::filesystem::path& file, std::int64_t file_bytes,
                   std::optional<std::int64_t> band) {
  TIFF* const tiff = handle.get();
  TiffPage page{};
  const TiffTags tags = read_tags(tiff, file);
  page.type.dtype = tags.dtype;
  page.codec = &codec_from(tiff, file);
  page.predictor = predictor_from(handle, tags.dtype);
  page.is_swapped = TIFFIsByteSwapped(tiff) != 0;
  page.is_reversed = short_tag(tiff, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != FILLORDER_MSB2LSB;
  page.colour = tiff_colour(handle, file, tags, band);
  page.band = page.colour == TiffColour::grey ? static_cast<int>(band.value_or(0)) : -1;
  page.samples = tags.samples;
  page.separate = page.samples > 1 && short_tag(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != PLANARCONFIG_CONTIG;
  if (page.colour == TiffColour::palette) {
    page.index_bits = short_tag(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    page.palette = tiff_palette(handle, page.index_bits);
    handle.require(page.index_bits == 8 || page.predictor == TiffPredictor::none,
                   text("its header gives indices of ", page.index_bits, " bits a predictor"));
  }
  const std::int64_t height = tags.height;
  const std::int64_t width = tags.width;
  page.type.shape = Shape({height, width});
  handle.require(height > 0 && width > 0, "its header gives no width or height");
  if (long_tag(tiff, TIFFTAG_IMAGEDEPTH, 1) != 1)
    throw Error(ErrorKind::input,
                text(file.string(), ": holds several planes per page; convert it to one page per plane"));

  page.tiled = tags.tiled;
  page.chunk_height = tags.chunk_height;
  page.chunk_width = tags.chunk_width;
  handle.require(page.chunk_height > 0 && page.chunk_width > 0, "its header gives no size of tiles or strips");
  handle.require(
      page.codec->tag != COMPRESSION_WEBP || std::max(page.chunk_height, page.chunk_width) <= largest_webp_side,
      "its header gives tiles or strips larger than a WebP can be");

  const auto stored_row = [&](std::int64_t pixels) {
    if (page.colour == TiffColour::palette) return packed_bytes(pixels * page.index_bits);
    const std::int64_t values = checked_product(pixels, page.samples_together(), file.string());
    if (page.type.dtype == DType::boolean) return packed_bytes(values);
    return checked_product(values, size_of(page.type.dtype), file.string());
  };
  page.row_bytes = stored_row(page.chunk_width);
  const Shape chunk({page.chunk_height, page.chunk_width});
  require_plausible(file, chunk, checked_product(page.row_bytes, page.chunk_height, file.string()), file_bytes,
                    page.codec->limit);
  const std::int64_t planes = page.separate ? page.samples : 1;
  require_plausible(file, page.type.shape, checked_product(stored_row(width) * planes, height, file.string()),
                    file_bytes, page.codec->limit);
  return page;
}

void require_planes_are_pages(TIFF* tiff, const std::filesystem::path& file, std::int64_t pages) {
  const std::string_view words = description(tiff);
  std::int64_t planes = 0;
  if (const std::size_t at = words.find("\nimages="); words.starts_with("ImageJ=") && at != std::string_view::npos)
    std::from_chars(words.data() + at + 8, words.data() + words.size(), planes);
  const bool is_cut = words.starts_with("{\"shape\":") && words.find("\"truncated\": true") != std::string_view::npos;
  if (planes > pages || is_cut)
    throw Error(ErrorKind::input, text(file.string(), ": holds further planes after its ", pages,
                                       " page(s), without pages of their own; save it again as BigTIFF"));
}

}  // namespace preamar::io
