// PNG of one grey channel: 1 bit as bool, 8 and 16 bits as uint8 and uint16.
#include "io/png_handle.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/format.h"
#include "io/limits.h"
#include "io/pixels.h"
#include "io/zlib_stream.h"

#include <array>
#include <bit>
#include <limits>

namespace preamar::io {
namespace {

constexpr std::string_view suffixes[] = {".png"};
constexpr std::string_view compressions[] = {"deflate", "none"};
constexpr DType dtypes[] = {DType::boolean, DType::uint8, DType::uint16};

constexpr std::int64_t largest_side = std::numeric_limits<std::int32_t>::max();
constexpr int level = 3;  // twice as fast as 6 for a few per cent more bytes

struct Header {
  png_uint_32 width;
  png_uint_32 height;
  int bits;
  int colour;
};

int bits_of(DType dtype) { return dtype == DType::boolean ? 1 : dtype == DType::uint8 ? 8 : 16; }

std::int64_t stored_row_bytes(DType dtype, std::int64_t columns) {
  return dtype == DType::boolean ? packed_bytes(columns) : columns * size_of(dtype);
}

DType dtype_from(const std::filesystem::path& file, const Header& header) {
  if (header.colour != PNG_COLOR_TYPE_GRAY)
    throw Error(ErrorKind::input, text(file.string(), ": holds ",
                                       header.colour == PNG_COLOR_TYPE_PALETTE      ? "a palette"
                                       : header.colour == PNG_COLOR_TYPE_GRAY_ALPHA ? "grey and alpha"
                                                                                    : "several colours",
                                       "; convert it to one grey channel"));
  if (header.bits == 1) return DType::boolean;
  if (header.bits == 8) return DType::uint8;
  if (header.bits == 16) return DType::uint16;
  throw Error(ErrorKind::input, text(file.string(), ": has ", header.bits, " bits per pixel; convert it to 8 bits"));
}

// A libpng reader past the header, its rows ready to come in the machine's byte order.
class Decoder {
 public:
  explicit Decoder(const InFile& file) : png_(file) {
    png_.call([&](png_structp png, png_infop info) {
      png_set_user_limits(png, largest_side, largest_side);
      // Of the ancillary chunks none is wanted, so that none is a way in.
      png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
      png_read_info(png, info);
      header_.width = png_get_image_width(png, info);
      header_.height = png_get_image_height(png, info);
      header_.bits = png_get_bit_depth(png, info);
      header_.colour = png_get_color_type(png, info);
    });
  }

  [[nodiscard]] const Header& header() const noexcept { return header_; }

  // The passes over all rows that have to follow: 1, or 7 where the file is interlaced.
  int begin() {
    int passes = 1;
    png_.call([&passes](png_structp png, png_infop info) {
      if (std::endian::native == std::endian::little) png_set_swap(png);
      passes = png_set_interlace_handling(png);
      png_read_update_info(png, info);
    });
    return passes;
  }
  // The next row; `to` holds what earlier passes put there.
  void read_row(std::uint8_t* to) {
    png_.call([to](png_structp png, png_infop) { png_read_row(png, to, nullptr); });
  }
  // Throws Error (io) where the file has more pixels than its header says, or no end.
  void end() {
    png_.call([](png_structp png, png_infop) { png_read_end(png, nullptr); });
    png_.require_exact_data();
  }

 private:
  PngHandle png_;
  Header header_{};
};

class PngSource : public Source {
 public:
  explicit PngSource(const std::filesystem::path& file) : Source(file), in_(file) {
    const Header header = Decoder(in_).header();
    info_.format = "PNG";
    info_.compression = "deflate";
    info_.type.dtype = dtype_from(file, header);
    info_.type.shape = Shape({header.height, header.width});
    info_.chunk = info_.type.shape;
    const std::int64_t stored = stored_row_bytes(info_.type.dtype, header.width) * header.height;
    require_plausible(file, info_.type.shape, stored, in_.size(), deflate_limit);
  }

 private:
  // The stream has no index, so it is decoded from its begin to the region's last row.
  void read_region(const std::int64_t* origin, ImageView out) override {
    const Shape& shape = info_.type.shape;
    const std::int64_t row_bytes = stored_row_bytes(out.dtype(), shape[1]);
    const std::int64_t last = origin[0] + out.shape()[0];
    Decoder decoder(in_);
    const int passes = decoder.begin();
    // Passes need all rows together; otherwise one row is enough.
    const std::int64_t kept = passes > 1 ? shape[0] : 1;
    const Buffer<std::uint8_t> stored(checked_product(row_bytes, kept, file().string()));
    for (int pass = 1; pass <= passes; ++pass) {
      const std::int64_t end = pass < passes ? shape[0] : last;
      for (std::int64_t y = 0; y < end; ++y) {
        std::uint8_t* const at = stored.data() + y % kept * row_bytes;
        decoder.read_row(at);
        if (pass == passes && y >= origin[0]) copy_part(at, origin[1], out, y - origin[0]);
      }
    }
    if (last == shape[0]) decoder.end();
  }

  static void copy_part(const std::uint8_t* stored, std::int64_t first, ImageView out, std::int64_t to_row) {
    const std::int64_t size = size_of(out.dtype());
    if (out.dtype() == DType::boolean)
      unpack_bits(stored, first, out.shape()[1], row(out, to_row), row_stride(out));
    else
      copy_row(stored + first * size, size, row(out, to_row), row_stride(out), out.shape()[1], size);
  }

  InFile in_;
};

FileInfo outline(const std::filesystem::path& file) {
  const InFile in(file);
  const Header header = Decoder(in).header();
  FileInfo info;
  info.format = "PNG";
  info.compression = "deflate";
  info.type = {header.bits == 16 ? DType::uint16 : DType::uint8, Shape({header.height, header.width})};
  info.chunk = info.type.shape;
  info.samples = (header.colour & PNG_COLOR_MASK_PALETTE) != 0
                     ? 1
                     : ((header.colour & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1) +
                           ((header.colour & PNG_COLOR_MASK_ALPHA) != 0 ? 1 : 0);
  return info;
}

class PngSink : public Sink {
 public:
  PngSink(const SharedOutput& output, const ImageType& type, const WriteOptions& options)
      : Sink(output, type),
        out_(output->partial(), output->file()),
        png_(out_),
        stored_(stored_row_bytes(type.dtype, type.shape[1])) {
    chunk_ = one_row(type.shape);
    const auto width = static_cast<png_uint_32>(type.shape[1]);
    const auto height = static_cast<png_uint_32>(type.shape[0]);
    const int bits = bits_of(type.dtype);
    const int effort = options.compression == "none" ? 0 : level;
    png_.call([=](png_structp png, png_infop info) {
      png_set_user_limits(png, largest_side, largest_side);
      png_set_IHDR(png, info, width, height, bits, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                   PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      png_set_compression_level(png, effort);
      png_set_compression_buffer_size(png, 1 << 18);
      png_write_info(png, info);
      if (std::endian::native == std::endian::little) png_set_swap(png);
    });
  }

  void finish() override {
    if (rows_ != type().shape[0])
      throw Error(ErrorKind::call,
                  text(file().string(), ": closed after ", rows_, " of ", type().shape[0], " rows were written"));
    png_.call([](png_structp png, png_infop) { png_write_end(png, nullptr); });
    out_.close();
  }

 private:
  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    if (origin[0] != rows_)
      throw Error(ErrorKind::call, text(file().string(), ": row ", rows_, " must be written next, not ", origin[0]));
    for (std::int64_t i = 0; i < image.shape()[0]; ++i, ++rows_) {
      if (image.dtype() == DType::boolean)
        pack_bits(row(image, i), row_stride(image), image.shape()[1], stored_.data());
      else
        copy_row(row(image, i), row_stride(image), stored_.data(), size_of(image.dtype()), image.shape()[1],
                 size_of(image.dtype()));
      png_.call([from = stored_.data()](png_structp png, png_infop) { png_write_row(png, from); });
    }
    return 0;
  }

  OutFile out_;
  PngHandle png_;
  Buffer<std::uint8_t> stored_;
  std::int64_t rows_ = 0;
};

std::unique_ptr<Source> open_png_source(const std::filesystem::path& file, const ReadOptions&) {
  return std::make_unique<PngSource>(file);
}

std::unique_ptr<Sink> open_png_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  for (int axis = 0; axis < 2; ++axis)
    if (type.shape[axis] > largest_side)
      throw Error(ErrorKind::input, text(output->file().string(), ": PNG does not hold ", type.shape.text(),
                                         " pixels; a side ", "has at most ", largest_side, ", so write TIFF"));
  return std::make_unique<PngSink>(output, type, options);
}

}  // namespace

constinit const Format png_format = {
    .name = "PNG",
    .suffixes = suffixes,
    .compressions = compressions,
    .dtypes = dtypes,
    .highest_rank = 2,
    .instead = "TIFF or NRRD",
    .open_source = open_png_source,
    .open_sink = open_png_sink,
    .outline = outline,
};

}  // namespace preamar::io
