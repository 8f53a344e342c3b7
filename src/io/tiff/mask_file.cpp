// The mask of valid pixels beside an image, as GDAL stores it: a TIFF named FILE.msk, 255 where a pixel is valid.
#include "core/rows.h"
#include "io/format.h"
#include "io/tiff/tags.h"
#include "io/tiff/tiff.h"

#include <utility>

namespace preamar::io {
namespace {

constexpr std::string_view suffixes[] = {".msk"};
constexpr DType dtypes[] = {DType::boolean};

Image bytes_of(ConstImageView mask) {
  Image bytes(DType::uint8, mask.shape());
  const ImageView out = bytes;
  const std::int64_t columns = row_length(mask.shape()), step = row_stride(mask);
  for (std::int64_t i = 0; i < row_count(mask.shape()); ++i) {
    const std::byte* from = row(mask, i);
    std::byte* const to = row(out, i);
    for (std::int64_t x = 0; x < columns; ++x, from += step) to[x] = std::byte(*from == std::byte{0} ? 0 : 255);
  }
  return bytes;
}

class MaskSink : public Sink {
 public:
  MaskSink(const SharedOutput& output, const ImageType& type, std::unique_ptr<Sink> bytes)
      : Sink(output, type), bytes_(std::move(bytes)) {
    chunk_ = bytes_->chunk();
    takes_any_order_ = bytes_->takes_any_order();
  }

  bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t digest) override {
    return bytes_->recover(origin, shape, digest);
  }
  void flush() override { bytes_->flush(); }
  void find_written() override { bytes_->find_written(); }
  void finish(const Execution& on) override { bytes_->finish(on); }

 private:
  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    return bytes_->write(origin, bytes_of(image));
  }

  std::unique_ptr<Sink> bytes_;
};

// Without levels: a mask is read at full size.
std::unique_ptr<Sink> open_mask_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  WriteOptions plain = options;
  plain.cog = false;
  plain.pyramid.clear();
  return std::make_unique<MaskSink>(output, type, open_tiff_sink(output, {DType::uint8, type.shape}, plain));
}

}  // namespace

constinit const Format tiff_mask_format = {
    .name = "a mask",
    .suffixes = suffixes,
    .compressions = tiff_compressions,
    .dtypes = dtypes,
    .highest_rank = 2,
    .instead = ".tif",
    .open_source = open_tiff_source,
    .open_sink = open_mask_sink,
    .chunk = tiff_chunk,
};

}  // namespace preamar::io
