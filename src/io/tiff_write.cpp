// TIFF out: tiles or strips, BigTIFF where four gigabytes might not do. A bool pixel is one bit, black as zero.
#include "io/tiff.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "core/rows.h"
#include "io/header_text.h"
#include "io/pixels.h"
#include "io/tiff_handle.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace preamar {
namespace {

constexpr std::int64_t largest_side = std::numeric_limits<std::int32_t>::max();  // more readers take that than 2^32
constexpr std::int64_t largest_tile = 1 << 15;
constexpr std::int64_t strip_bytes = 1 << 18;  // about as many as a tile of 512 x 512
constexpr int zstd_level = 3;

// How an image is cut into pieces.
struct Layout {
  bool tiled;
  std::int64_t height;  // of the image
  std::int64_t width;
  std::int64_t planes;
  std::int64_t chunk_height;
  std::int64_t chunk_width;
  std::int64_t row_bytes;  // of a chunk
  std::int64_t down;       // chunks in a column of a page
  std::int64_t across;
};

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

Layout layout_of(const ImageType& type, std::int64_t tile) {
  const int rank = type.shape.rank();
  Layout layout{};
  layout.tiled = tile > 0;
  layout.planes = rank == 3 ? type.shape[0] : 1;
  layout.height = type.shape[rank - 2];
  layout.width = type.shape[rank - 1];
  const auto row_bytes = [&](std::int64_t pixels) {
    return type.dtype == DType::boolean ? packed_bytes(pixels) : pixels * size_of(type.dtype);
  };
  if (layout.tiled) {
    // A small image is not blown up to a whole tile; sides are multiples of 16.
    layout.chunk_height = std::min(tile, divided_up(layout.height, 16) * 16);
    layout.chunk_width = std::min(tile, divided_up(layout.width, 16) * 16);
  } else {
    layout.chunk_width = layout.width;
    layout.chunk_height = std::clamp<std::int64_t>(strip_bytes / row_bytes(layout.width), 1, layout.height);
  }
  layout.row_bytes = row_bytes(layout.chunk_width);
  layout.down = divided_up(layout.height, layout.chunk_height);
  layout.across = divided_up(layout.width, layout.chunk_width);
  return layout;
}

// True where the file could exceed the offsets of a plain TIFF in the worst case: compression that adds half,
// the two index entries of each piece, and the tags of each page.
bool needs_big_tiff(const Layout& layout, std::string_view compression) {
  const std::int64_t pieces =
      checked_product(checked_product(layout.down, layout.across, "TIFF: its tiles"), layout.planes, "TIFF: its tiles");
  const std::int64_t piece_bytes = layout.row_bytes * layout.chunk_height;
  const std::int64_t worst_piece = (compression == "none" ? piece_bytes : piece_bytes / 2 * 3 + 64) + 16;
  const std::int64_t worst = checked_product(pieces, worst_piece, "TIFF: its bytes");
  return worst / layout.planes + 1024 > std::numeric_limits<std::uint32_t>::max() / layout.planes;
}

class TiffSink : public Sink {
 public:
  TiffSink(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options, const char* mode,
           const Layout& layout)
      : Sink(file, type),
        layout_(layout),
        compression_(std::ranges::find(tiff_codecs, options.compression, &TiffCodec::name)->tag),
        out_(file, options.overwrite ? Existing::replace : Existing::refuse),
        tiff_(out_, mode),
        stored_(layout.row_bytes * layout.chunk_height),
        written_(static_cast<std::size_t>(layout.down * layout.across)) {
    const std::int64_t extents[] = {1, layout.chunk_height, layout.chunk_width};
    chunk_ = Shape(extents + max_rank - type.shape.rank(), type.shape.rank());
    begin_page();
  }

  void close() override {
    if (page_ + 1 != layout_.planes || left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": closed with ", left_, " pieces of page ", page_ + 1, " of ",
                                        layout_.planes, " not written"));
    tiff_.require(TIFFWriteDirectory(tiff_.get()) != 0, "its last page cannot be written");
    tiff_.close();
    out_.commit();
  }

 private:
  void begin_page() {
    TIFF* const tiff = tiff_.get();
    const DType dtype = type().dtype;
    const int format = is_floating(dtype)     ? SAMPLEFORMAT_IEEEFP
                       : dtype >= DType::int8 ? SAMPLEFORMAT_INT
                                              : SAMPLEFORMAT_UINT;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(layout_.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(layout_.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, dtype == DType::boolean ? 1 : static_cast<int>(size_of(dtype)) * 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression_);
    if (compression_ == COMPRESSION_ZSTD) TIFFSetField(tiff, TIFFTAG_ZSTD_LEVEL, zstd_level);
    if (layout_.tiled) {
      TIFFSetField(tiff, TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(layout_.chunk_width));
      TIFFSetField(tiff, TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(layout_.chunk_height));
    } else {
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(layout_.chunk_height));
    }
    if (type().shape.rank() == 3 && layout_.planes == 1)
      TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, one_plane_description(type().shape).c_str());
    left_ = layout_.down * layout_.across;
    std::fill(written_.begin(), written_.end(), false);
  }

  void write_region(const std::int64_t* origin, const ConstImage& image) override {
    const bool is_volume = image.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? image.shape()[0] : 1); ++z) {
      turn_to(is_volume ? origin[0] + z : 0);
      write_plane(origin + (is_volume ? 1 : 0), plane(image, z));
    }
  }

  // libtiff has one page open at a time, and it cannot return to an earlier one.
  void turn_to(std::int64_t page) {
    if (page == page_) return;
    if (page != page_ + 1 || left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": page ", page + 1, " was given while ", left_,
                                        " pieces of page ", page_ + 1, " are missing; write page by page"));
    tiff_.require(TIFFWriteDirectory(tiff_.get()) != 0, text("page ", page, " cannot be written"));
    page_ = page;
    begin_page();
  }

  void write_plane(const std::int64_t* origin, const ConstImage& image) {
    for (std::int64_t y = 0; y < image.shape()[0]; y += layout_.chunk_height)
      for (std::int64_t x = 0; x < image.shape()[1]; x += layout_.chunk_width) {
        const std::int64_t at[] = {y, x};
        const Shape shape({std::min(layout_.chunk_height, image.shape()[0] - y),
                           std::min(layout_.chunk_width, image.shape()[1] - x)});
        encode((origin[0] + y) / layout_.chunk_height, (origin[1] + x) / layout_.chunk_width, crop(image, at, shape));
      }
  }

  // The piece in row `down` and column `across` of pieces; a tile beyond the image's edge is filled up with zeros.
  void encode(std::int64_t down, std::int64_t across, const ConstImage& piece) {
    const std::int64_t index = down * layout_.across + across;
    if (written_[static_cast<std::size_t>(index)])
      throw Error(ErrorKind::call, text(file().string(), ": piece ", index, " of page ", page_ + 1, " is given twice"));
    const std::int64_t rows = piece.shape()[0];
    const std::int64_t columns = piece.shape()[1];
    const std::int64_t size = size_of(piece.dtype());
    if (rows < layout_.chunk_height || columns < layout_.chunk_width)
      std::memset(stored_.data(), 0, static_cast<std::size_t>(stored_.count()));
    for (std::int64_t i = 0; i < rows; ++i) {
      std::uint8_t* const to = stored_.data() + i * layout_.row_bytes;
      if (piece.dtype() == DType::boolean)
        pack_bits(row(piece, i), row_stride(piece), columns, to);
      else
        copy_row(row(piece, i), row_stride(piece), to, size, columns, size);
    }
    const auto number = static_cast<std::uint32_t>(index);
    const std::int64_t bytes = (layout_.tiled ? layout_.chunk_height : rows) * layout_.row_bytes;
    const tmsize_t put = layout_.tiled ? TIFFWriteEncodedTile(tiff_.get(), number, stored_.data(), bytes)
                                       : TIFFWriteEncodedStrip(tiff_.get(), number, stored_.data(), bytes);
    tiff_.require(put == bytes, text("piece ", index, " of page ", page_ + 1, " cannot be written"));
    written_[static_cast<std::size_t>(index)] = true;
    --left_;
  }

  Layout layout_;
  int compression_;
  OutFile out_;
  TiffHandle tiff_;
  Buffer<std::uint8_t> stored_;
  std::vector<bool> written_;  // of the pieces of this page
  std::int64_t left_ = 0;
  std::int64_t page_ = 0;
};

}  // namespace

std::unique_ptr<Sink> open_tiff_sink(const std::filesystem::path& file, const ImageType& type,
                                     const WriteOptions& options) {
  if (options.tile != 0 && (options.tile < 16 || options.tile > largest_tile || options.tile % 16 != 0))
    throw Error(ErrorKind::call, text(file.string(), ": tile ", options.tile, " is no multiple of 16 from 16 to ",
                                      largest_tile, "; 0 gives strips"));
  const int rank = type.shape.rank();
  if (std::max(type.shape[rank - 2], type.shape[rank - 1]) > largest_side)
    throw Error(ErrorKind::input, text(file.string(), ": TIFF does not hold ", type.shape.text(), " pixels; a side ",
                                       "has at most ", largest_side, ", so write NRRD"));
  const Layout layout = layout_of(type, options.tile);
  if (layout.down * layout.across > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::call, text(file.string(), ": tile ", options.tile, " makes more pieces than TIFF counts; ",
                                      "give a larger tile"));
  const bool big = lower_case(file.extension().string()) == ".btf" || needs_big_tiff(layout, options.compression);
  return std::make_unique<TiffSink>(file, type, options, big ? "w8l" : "w4l", layout);
}

}  // namespace preamar
