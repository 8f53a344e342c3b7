// JPEG in: libtiff decodes the file as the only strip of a TIFF, so that colour and damage are treated as there.
#include "io/format.h"
#include "io/jpeg/header.h"
#include "io/tiff/tiff.h"

#include "core/bytes.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <preamar/error.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace preamar::io {
namespace {

constexpr std::string_view suffixes[] = {".jpg", ".jpeg"};

// The tags of the TIFF, then the JPEG.
class JpegInTiff : public Object {
 public:
  JpegInTiff(std::unique_ptr<Object> jpeg, const JpegHeader& header)
      : Object(jpeg->path()), jpeg_(std::move(jpeg)), header_(header), tags_(tags()) {}

  [[nodiscard]] std::int64_t size() const override { return std::ssize(tags_) + jpeg_->size(); }

  std::int64_t read_some(std::int64_t offset, void* to, std::int64_t bytes) const override {
    auto* const first = static_cast<std::byte*>(to);
    std::int64_t done = 0;
    if (offset < std::ssize(tags_)) {
      done = std::min(bytes, std::ssize(tags_) - offset);
      std::memcpy(first, tags_.data() + offset, static_cast<std::size_t>(done));
    }
    if (done == bytes) return done;
    const std::int64_t at = offset + done - std::ssize(tags_);
    const std::int64_t got = jpeg_->read_some(at, first + done, bytes - done);
    // The sampling of a single component has no meaning, and libtiff wants 1.
    const std::int64_t sampling = header_.sampling_at - at;
    if (header_.samples == 1 && sampling >= 0 && sampling < got) first[done + sampling] = std::byte{0x11};
    return done + got;
  }

 private:
  [[nodiscard]] Bytes tags() const {
    constexpr std::uint16_t count = 11;
    constexpr std::uint32_t bits_at = 8 + 2 + 12 * count + 4, end = bits_at + 8;
    const auto samples = static_cast<std::uint16_t>(header_.samples);
    const int photometric = header_.colour == JpegColour::grey    ? PHOTOMETRIC_MINISBLACK
                            : header_.colour == JpegColour::ycbcr ? PHOTOMETRIC_YCBCR
                                                                  : PHOTOMETRIC_RGB;
    Bytes bytes;
    const auto put = [&](auto value) {
      const auto* const from = reinterpret_cast<const std::byte*>(&value);
      bytes.insert(bytes.end(), from, from + sizeof value);
    };
    const auto tag = [&](int number, int type, std::uint32_t values, std::int64_t value) {
      put(static_cast<std::uint16_t>(number));
      put(static_cast<std::uint16_t>(type));
      put(values);
      put(static_cast<std::uint32_t>(value));
    };
    put(std::uint32_t{0x002A4949});  // little-endian
    put(std::uint32_t{8});
    put(count);
    tag(TIFFTAG_IMAGEWIDTH, TIFF_LONG, 1, header_.width);
    tag(TIFFTAG_IMAGELENGTH, TIFF_LONG, 1, header_.height);
    tag(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, samples, samples == 1 ? 8 : bits_at);
    tag(TIFFTAG_COMPRESSION, TIFF_SHORT, 1, COMPRESSION_JPEG);
    tag(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, 1, photometric);
    tag(TIFFTAG_STRIPOFFSETS, TIFF_LONG, 1, end);
    tag(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1, samples);
    tag(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, 1, header_.height);
    tag(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, 1, jpeg_->size());
    tag(TIFFTAG_PLANARCONFIG, TIFF_SHORT, 1, PLANARCONFIG_CONTIG);
    tag(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT, 2, header_.across | header_.down << 16);
    put(std::uint32_t{0});  // no other page
    for (int i = 0; i < 4; ++i) put(std::uint16_t{8});
    return bytes;
  }

  std::unique_ptr<Object> jpeg_;
  JpegHeader header_;
  Bytes tags_;
};

// What libtiff would refuse in other words, and what would be read wrong.
void require_readable(const Object& file, const JpegHeader& header, const ReadOptions& options) {
  constexpr std::int64_t most_bytes = 100 << 20;  // that libtiff lets libjpeg keep of a progressive image
  const auto refuse = [&](std::string_view why) {
    throw Error(ErrorKind::input, text(file.path().string(), ": ", why));
  };
  if (header.colour == JpegColour::other)
    refuse(text("has ", header.samples, " samples per pixel", header.samples == 4 ? " (CMYK)" : "",
                "; convert it to grey or RGB"));
  if (header.bits != 8 || header.process > 2)
    refuse(text("is a JPEG of ", header.bits, " bits and process ", header.process,
                "; sequential and progressive JPEG of 8 bits are read, so convert it"));
  const auto is_known = [](int factor) { return factor == 1 || factor == 2 || factor == 4; };
  if (header.samples == 3 && (!header.is_sampled_alike || !is_known(header.across) || !is_known(header.down) ||
                              (header.colour == JpegColour::rgb && header.across * header.down != 1)))
    refuse("its colours are sampled in an unusual way; convert it, for example to PNG");
  if (header.height == 0 || header.width == 0) refuse("its header gives no width or height; convert it");
  if (header.orientation != 1 && !options.ignore_metadata)
    refuse(text("its EXIF orientation is ", header.orientation, ", so the stored pixels are turned or mirrored; ",
                "rotate them, for example with exiftran, or read them as stored with ",
                setting("ignore_metadata", "true")));
  const std::int64_t pixels = header.height * header.width;
  if (header.process == 2 && 2 * pixels * header.samples > most_bytes)
    refuse(text("is a progressive JPEG of ", header.height, "x", header.width,
                " pixels, too large for libtiff; convert it to a sequential one with jpegtran"));
  if (file.size() > std::numeric_limits<std::uint32_t>::max() - 4096) refuse("has more than 4 GB; convert it");
}

std::unique_ptr<Source> open_jpeg_source(const std::filesystem::path& file, const ReadOptions& options) {
  std::unique_ptr<Object> in = open_object(file, ReadFirst::beginning);
  const JpegHeader header = read_jpeg_header(*in);
  require_readable(*in, header, options);
  return open_tiff_source(std::make_unique<JpegInTiff>(std::move(in), header), jpeg_format.name, options);
}

FileInfo outline(const std::filesystem::path& file) {
  const JpegHeader header = read_jpeg_header(*open_object(file, ReadFirst::beginning));
  FileInfo info;
  info.format = jpeg_format.name;
  info.compression = "JPEG";
  info.samples = header.samples;
  info.type = {header.bits > 8 ? DType::uint16 : DType::uint8, {header.height, header.width}};
  info.chunk = info.type.shape;
  return info;
}

}  // namespace

constinit const Format jpeg_format = {
    .name = "JPEG",
    .suffixes = suffixes,
    .compressions = {},
    .dtypes = {},
    .highest_rank = 2,
    .instead = ".png or .tif",
    .open_source = open_jpeg_source,
    .open_sink = nullptr,
    .outline = outline,
};

}  // namespace preamar::io
