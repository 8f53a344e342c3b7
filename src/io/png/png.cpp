// PNG of one grey channel: 1 bit as bool, 8 and 16 bits as uint8 and uint16.
#include "io/png/decoder.h"

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

constexpr int level = 3;  // twice as fast as 6 for a few per cent more bytes

int bits_of(DType dtype) { return dtype == DType::boolean ? 1 : dtype == DType::uint8 ? 8 : 16; }

std::int64_t stored_row_bytes(DType dtype, std::int64_t columns) {
  return dtype == DType::boolean ? packed_bytes(columns) : columns * size_of(dtype);
}

DType dtype_from(const std::filesystem::path& file, const PngHeader& header) {
  if (header.bits == 1) return DType::boolean;
  if (header.bits == 8) return DType::uint8;
  if (header.bits == 16) return DType::uint16;
  throw Error(ErrorKind::input, text(file.string(), ": has ", header.bits, " bits per pixel; convert it to 8 bits"));
}

class PngSource : public Source {
 public:
  explicit PngSource(const std::filesystem::path& file) : Source(file), in_(file) {
    const PngHeader header = PngDecoder(in_).header();
    info_.format = "PNG";
    info_.compression = "deflate";
    info_.type.dtype = dtype_from(file, header);
    info_.type.shape = Shape({header.height, header.width});
    info_.chunk = info_.type.shape;
    const std::int64_t stored = stored_row_bytes(info_.type.dtype, header.width) * header.height;
    require_plausible(file, info_.type.shape, stored, in_.size(), deflate_limit);
  }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    each_png_row(in_, stored_row_bytes(out.dtype(), info_.type.shape[1]), origin[0], out.shape()[0],
                 [&](const std::uint8_t* stored, std::int64_t y) { copy_part(stored, origin[1], out, y); });
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

// Of grey pixels of 2 or 4 bits.
FileInfo outline(const std::filesystem::path& file) {
  const InFile in(file);
  const PngHeader header = PngDecoder(in).header();
  FileInfo info;
  info.format = "PNG";
  info.compression = "deflate";
  info.type = {DType::uint8, Shape({header.height, header.width})};
  info.chunk = info.type.shape;
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
      png_set_user_limits(png, largest_png_side, largest_png_side);
      png_set_IHDR(png, info, width, height, bits, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                   PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      png_set_compression_level(png, effort);
      png_set_compression_buffer_size(png, 1 << 18);
      png_write_info(png, info);
      if (std::endian::native == std::endian::little) png_set_swap(png);
    });
  }

  void finish(const Execution& /*on*/) override {
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

std::unique_ptr<Source> open_png_source(const std::filesystem::path& file, const ReadOptions& options) {
  if (const InFile in(file); PngDecoder(in).header().colour != PNG_COLOR_TYPE_GRAY)
    return choose_channel(open_png_samples(file), options);
  return std::make_unique<PngSource>(file);
}

std::unique_ptr<Sink> open_png_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  for (int axis = 0; axis < 2; ++axis)
    if (type.shape[axis] > largest_png_side)
      throw Error(ErrorKind::input, text(output->file().string(), ": PNG does not hold ", type.shape.text(),
                                         " pixels; a side ", "has at most ", largest_png_side, ", so write TIFF"));
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
