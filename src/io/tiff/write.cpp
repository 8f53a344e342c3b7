// TIFF out: tiles or strips, BigTIFF where four gigabytes might not do. A bool pixel is one bit, black as zero.
#include "io/tiff/tiff.h"

#include "core/error_text.h"
#include "core/memory.h"
#include "io/chunk_encoder.h"
#include "io/pixels.h"
#include "io/tiff/cog.h"
#include "io/tiff/handle.h"
#include "io/tiff/tags.h"
#include "io/tiff/tiles.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace preamar::io {
namespace {

constexpr std::int64_t largest_side = std::numeric_limits<std::int32_t>::max();  // more readers take that than 2^32
constexpr std::int64_t largest_tile = 1 << 15;

// By libtiff, which is one stream of pages: the parts of a page in any order, but pages in theirs.
class TiffSink : public Sink {
 public:
  TiffSink(const SharedOutput& output, const ImageType& type, const WriteOptions& options, const char* mode,
           const TiffLayout& layout)
      : Sink(output, type),
        layout_(layout),
        tags_(describing_tags(output->file(), type, options)),
        compression_(tag_of(options.compression)),
        out_(output->partial(), output->file()),
        tiff_(out_, mode),
        stored_(layout.chunk_bytes()),
        written_(static_cast<std::size_t>(layout.chunks_a_page())) {
    const std::int64_t extents[] = {1, layout.chunk_height, layout.chunk_width};
    chunk_ = Shape(extents + max_rank - type.shape.rank(), type.shape.rank());
    begin_page();
  }

  void finish(const Execution& /*on*/) override {
    if (page_ + 1 != layout_.planes || left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": closed with ", left_, " parts of page ", page_ + 1, " of ",
                                        layout_.planes, " not written"));
    tiff_.require(TIFFWriteDirectory(tiff_.get()) != 0, "its last page cannot be written");
    tiff_.close();
    out_.close();
  }

 private:
  void begin_page() {
    TIFF* const tiff = tiff_.get();
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(layout_.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(layout_.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, tiff_sample_bits(type().dtype));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, tiff_sample_format(type().dtype));
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression_);
    if (compression_ == COMPRESSION_ZSTD) TIFFSetField(tiff, TIFFTAG_ZSTD_LEVEL, zstd_level);
    if (compression_ == COMPRESSION_ADOBE_DEFLATE) TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, deflate_level);
    if (layout_.tiled) {
      TIFFSetField(tiff, TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(layout_.chunk_width));
      TIFFSetField(tiff, TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(layout_.chunk_height));
    } else {
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(layout_.chunk_height));
    }
    if (page_ == 0) set_tags(tiff_, tags_);
    left_ = layout_.chunks_a_page();
    std::fill(written_.begin(), written_.end(), false);
  }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    const bool is_volume = image.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? image.shape()[0] : 1); ++z) {
      turn_to(is_volume ? origin[0] + z : 0);
      write_plane(origin + (is_volume ? 1 : 0), plane(image, z));
    }
    return 0;
  }

  // libtiff has one page open at a time, and it cannot return to an earlier one.
  void turn_to(std::int64_t page) {
    if (page == page_) return;
    if (page != page_ + 1 || left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": page ", page + 1, " was given while ", left_,
                                        " parts of page ", page_ + 1, " are missing; write page by page"));
    tiff_.require(TIFFWriteDirectory(tiff_.get()) != 0, text("page ", page, " cannot be written"));
    page_ = page;
    begin_page();
  }

  void write_plane(const std::int64_t* origin, ConstImageView image) {
    for (std::int64_t y = 0; y < image.shape()[0]; y += layout_.chunk_height)
      for (std::int64_t x = 0; x < image.shape()[1]; x += layout_.chunk_width) {
        const std::int64_t at[] = {y, x};
        const Shape shape({std::min(layout_.chunk_height, image.shape()[0] - y),
                           std::min(layout_.chunk_width, image.shape()[1] - x)});
        encode((origin[0] + y) / layout_.chunk_height, (origin[1] + x) / layout_.chunk_width, crop(image, at, shape));
      }
  }

  // The part in row `down` and column `across` of parts.
  void encode(std::int64_t down, std::int64_t across, ConstImageView chunk) {
    const std::int64_t index = down * layout_.across + across;
    if (written_[static_cast<std::size_t>(index)])
      throw Error(ErrorKind::call, text(file().string(), ": part ", index, " of page ", page_ + 1, " is given twice"));
    pack_chunk(chunk, layout_, stored_.data());
    const auto number = static_cast<std::uint32_t>(index);
    const std::int64_t bytes = (layout_.tiled ? layout_.chunk_height : chunk.shape()[0]) * layout_.row_bytes;
    const tmsize_t put = layout_.tiled ? TIFFWriteEncodedTile(tiff_.get(), number, stored_.data(), bytes)
                                       : TIFFWriteEncodedStrip(tiff_.get(), number, stored_.data(), bytes);
    tiff_.require(put == bytes, text("part ", index, " of page ", page_ + 1, " cannot be written"));
    written_[static_cast<std::size_t>(index)] = true;
    --left_;
  }

  TiffLayout layout_;
  std::vector<TiffTag> tags_;  // of the first page
  int compression_;
  OutFile out_;
  TiffHandle tiff_;
  Buffer<std::uint8_t> stored_;
  std::vector<bool> written_;  // of the parts of this page
  std::int64_t left_ = 0;
  std::int64_t page_ = 0;
};

}  // namespace

std::unique_ptr<Sink> open_tiff_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  const std::filesystem::path& file = output->file();
  if (options.tile != 0 && (options.tile < 16 || options.tile > largest_tile || options.tile % 16 != 0))
    throw Error(ErrorKind::call, text(file.string(), ": tile ", options.tile, " is not a multiple of 16 from 16 to ",
                                      largest_tile, "; 0 gives strips"));
  const int rank = type.shape.rank();
  if (std::max(type.shape[rank - 2], type.shape[rank - 1]) > largest_side)
    throw Error(ErrorKind::input, text(file.string(), ": TIFF does not hold ", type.shape.text(), " pixels; a side ",
                                       "has at most ", largest_side, ", so write NRRD"));
  const TiffLayout layout = tiff_layout(type, options.tile);
  if (layout.chunks_a_page() > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::call, text(file.string(), ": tile ", options.tile, " makes more parts than TIFF counts; ",
                                      "give a larger tile"));
  if (options.cog) return open_cog_sink(output, type, options);
  const bool big = is_big_name(file) || needs_big_tiff(layout, options.compression);
  if (layout.tiled && is_chunk_compression(options.compression))
    return open_tile_sink(output, output->partial(), type, layout,
                          {type, layout, tag_of(options.compression), describing_tags(file, type, options), big},
                          options.compression);
  return std::make_unique<TiffSink>(output, type, options, big ? "w8l" : "w4l", layout);
}

}  // namespace preamar::io
