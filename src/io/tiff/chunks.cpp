#include "io/tiff/chunks.h"

#include "core/error_text.h"
#include "io/limits.h"
#include "io/tiff/colour.h"
#include "io/tiff/nodata.h"
#include "platform/library.h"

#include <cstring>
#include <string_view>

namespace preamar::io {
namespace {

// As "4.5.0".
std::string_view libtiff_version() {
  std::string_view words = TIFFGetVersion();
  words = words.substr(0, words.find('\n'));
  return words.substr(words.rfind(' ') + 1);
}

// As "libjpeg.so.62.3.0 through libtiff 4.5.0".
std::string decoder_of(const TiffCodec& codec) {
  const std::string library = os_loaded_library(codec.tag == COMPRESSION_JPEG ? "libjpeg" : "libwebp");
  return text(library.empty() ? codec.name : std::string_view(library), " through libtiff ", libtiff_version());
}

}  // namespace

TiffChunks::TiffChunks(std::unique_ptr<Object> in, std::string_view format, const ReadOptions& options,
                       MissingChunks missing)
    : in_(std::move(in)), tiff_(*in_), missing_(missing) {
  const std::filesystem::path& file = in_->path();
  TiffPages pages = find_pages(tiff_, file, in_->size(), options);
  planes_ = std::move(pages.planes);
  page_ = pages.first;
  band_ = pages.band;
  const std::int64_t height = page_.type.shape[0];
  const std::int64_t width = page_.type.shape[1];
  info_.format = !format.empty() ? format : TIFFIsBigTIFF(tiff_.get()) ? "BigTIFF" : "TIFF";
  info_.compression = page_.codec->name;
  if (page_.codec->is_lossy) info_.decoder = decoder_of(*page_.codec);
  if (format.empty()) info_.chunk_kind = page_.tiled ? "tiles" : "strips";
  info_.metadata = std::move(pages.metadata);
  info_.levels = std::move(pages.levels);
  info_.has_mask = pages.has_mask;
  uses_pam_ = pages.uses_pam;
  info_.samples = page_.colour == TiffColour::grey ? page_.samples : samples_of(page_.colour);
  info_.type = {page_.type.dtype, pages.is_volume ? Shape({std::ssize(planes_), height, width}) : page_.type.shape};
  info_.chunk = pages.is_volume ? Shape({1, page_.chunk_height, page_.chunk_width})
                                : Shape({page_.chunk_height, page_.chunk_width});
  const std::int64_t bits = page_.type.dtype == DType::boolean    ? 1
                            : page_.colour == TiffColour::palette ? page_.index_bits
                                                                  : 8;
  const std::int64_t pixels = checked_product(pixel_bytes(file, info_.type), page_.samples, file.string());
  require_plausible(file, info_.type.shape, pixels / (8 / bits), in_->size(), page_.codec->limit);
}

void TiffChunks::each_file(const std::function<void(const std::filesystem::path&)>& visit) const {
  visit(in_->path());
  if (uses_pam_) visit(pam_file(in_->path()));
}

void TiffChunks::go_to(std::int64_t plane) {
  go_to_page(tiff_, planes_[static_cast<std::size_t>(plane)]);
  page_ = read_page(tiff_, in_->path(), in_->size(), band_);
}

void TiffChunks::decode(std::int64_t y, std::int64_t x, int sample, std::uint8_t* to) {
  TIFF* const tiff = tiff_.get();
  const auto row = static_cast<std::uint32_t>(y);
  const auto column = static_cast<std::uint32_t>(x);
  const auto plane = static_cast<std::uint16_t>(sample);
  const std::uint32_t number =
      page_.tiled ? TIFFComputeTile(tiff, column, row, 0, plane) : TIFFComputeStrip(tiff, row, plane);
  // The last strip is only as high as what is left of the image; a tile is always whole.
  const std::int64_t rows = page_.tiled ? page_.chunk_height : std::min(page_.chunk_height, page_.type.shape[0] - y);
  if (missing_ == MissingChunks::zeros && TIFFGetStrileByteCount(tiff, number) == 0) {
    std::memset(to, 0, static_cast<std::size_t>(rows * page_.row_bytes));
    return;
  }
  const std::string name = text("the ", page_.tiled ? "tile" : "strip", " at row ", y, ", column ", x);
  if (!TiffStream::decodes(*page_.codec)) return decode_by_libtiff(number, rows * page_.row_bytes, to, name);
  const std::string wrong =
      stream_.decode(*in_, static_cast<std::int64_t>(TIFFGetStrileOffset(tiff, number)),
                     static_cast<std::int64_t>(TIFFGetStrileByteCount(tiff, number)), page_, rows, to);
  tiff_.require(wrong.empty(), text(name, " cannot be read: ", wrong, "; the file is truncated or damaged"));
}

void TiffChunks::decode_by_libtiff(std::uint32_t number, std::int64_t bytes, std::uint8_t* to, std::string_view name) {
  // Pixels that a decoder leaves out are never what the memory held before.
  if (page_.codec->tag != COMPRESSION_NONE) std::memset(to, 0, static_cast<std::size_t>(bytes));
  const tmsize_t got = page_.tiled ? TIFFReadEncodedTile(tiff_.get(), number, to, bytes)
                                   : TIFFReadEncodedStrip(tiff_.get(), number, to, bytes);
  tiff_.require(got == bytes && !tiff_.has_lost_data(),
                text(name, " cannot be read; the file is truncated or damaged"));
}

}  // namespace preamar::io
