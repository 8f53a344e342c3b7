// TIFF and BigTIFF in: only the tiles and strips that a region touches are decoded.
#include "io/tiff/chunks.h"

#include "core/error_text.h"
#include "core/rows.h"
#include "io/colour/samples.h"
#include "io/pixels.h"
#include "io/tiff/colour.h"

#include <cstring>
#include <memory>

namespace preamar::io {
namespace {

// One sample of each pixel.
class TiffSource : public Source {
 public:
  TiffSource(const std::filesystem::path& file, std::unique_ptr<TiffChunks> chunks)
      : Source(file), chunks_(std::move(chunks)) {
    info_ = chunks_->info();
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    chunks_->each_file(visit);
  }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    chunks_->each_part(origin, out.shape(), [&](const TiffChunks::Part& part) {
      copy_part(part, crop(plane(out, part.z), part.at, Shape({part.rows, part.columns})));
    });
  }

  void copy_part(const TiffChunks::Part& part, ImageView out) const {
    const TiffPage& page = chunks_->page();
    const std::int64_t size = size_of(out.dtype()), step = page.samples_together();
    const std::int64_t first = part.column * step + (step > 1 ? page.band : 0);
    const std::uint8_t* from = part.first;
    for (std::int64_t i = 0; i < part.rows; ++i, from += page.row_bytes) {
      auto* const to = static_cast<std::byte*>(row(out, i));
      if (out.dtype() != DType::boolean)
        copy_row(from + first * size, step * size, to, row_stride(out), part.columns, size);
      else if (step == 1)
        unpack_bits(from, first, part.columns, to, row_stride(out));
      else
        for (std::int64_t x = 0; x < part.columns; ++x)
          unpack_bits(from, first + x * step, 1, to + x * row_stride(out), 1);
    }
  }

  std::unique_ptr<TiffChunks> chunks_;
};

class TiffSamples : public SampleSource {
 public:
  TiffSamples(const std::filesystem::path& file, std::unique_ptr<TiffChunks> chunks)
      : SampleSource(file), chunks_(std::move(chunks)), size_(size_of(chunks_->info().type.dtype)) {
    info_ = chunks_->info();
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    chunks_->each_file(visit);
  }

  void read_samples(const std::int64_t* origin, const Shape& shape, void* to) override {
    const std::int64_t height = shape[shape.rank() - 2];
    const std::int64_t width = shape[shape.rank() - 1];
    const std::int64_t pixel = info_.samples * size_;
    chunks_->each_part(origin, shape, [&](const TiffChunks::Part& part) {
      auto* at = static_cast<std::uint8_t*>(to) + ((part.z * height + part.at[0]) * width + part.at[1]) * pixel;
      const std::uint8_t* from = part.first;
      for (std::int64_t i = 0; i < part.rows; ++i, from += chunks_->page().row_bytes, at += width * pixel)
        copy_samples(from, part, at);
    });
  }

 private:
  // One row of the part.
  void copy_samples(const std::uint8_t* from, const TiffChunks::Part& part, std::uint8_t* to) const {
    const TiffPage& page = chunks_->page();
    const std::int64_t pixel = info_.samples * size_;
    if (page.colour == TiffColour::palette) return look_up(page, from, part, to);
    if (page.separate) {
      for (int sample = 0; sample < info_.samples; ++sample)
        copy_row(from + sample * part.next_sample + part.column * size_, size_, to + sample * size_, pixel,
                 part.columns, size_);
      return;
    }
    const std::int64_t step = page.samples * size_;
    from += part.column * step;
    if (step == pixel)
      std::memcpy(to, from, static_cast<std::size_t>(part.columns * pixel));
    else
      for (std::int64_t i = 0; i < part.columns; ++i, from += step, to += pixel)
        std::memcpy(to, from, static_cast<std::size_t>(pixel));
  }

  // Indices of less than 8 bits lie in a byte from its highest bits on.
  static void look_up(const TiffPage& page, const std::uint8_t* from, const TiffChunks::Part& part, std::uint8_t* to) {
    const int bits = page.index_bits;
    const unsigned mask = (1U << bits) - 1;
    for (std::int64_t i = 0; i < part.columns; ++i, to += 3) {
      const std::int64_t bit = (part.column + i) * bits;
      const unsigned index = from[bit / 8] >> (8 - bits - bit % 8) & mask;
      std::memcpy(to, page.palette.data() + std::size_t{3} * index, 3);
    }
  }

  std::unique_ptr<TiffChunks> chunks_;
  std::int64_t size_;  // of a sample
};

}  // namespace

std::unique_ptr<Source> open_tiff_source(const std::filesystem::path& file, const ReadOptions& options) {
  return open_tiff_source(open_object(file, ReadFirst::beginning), "", options);
}

std::unique_ptr<Source> open_tiff_source(std::unique_ptr<Object> in, std::string_view format,
                                         const ReadOptions& options) {
  const std::filesystem::path file = in->path();
  const MissingChunks missing = options.mask ? MissingChunks::zeros : MissingChunks::refused;
  auto chunks = std::make_unique<TiffChunks>(std::move(in), format, options, missing);
  if (chunks->page().colour == TiffColour::grey) return std::make_unique<TiffSource>(file, std::move(chunks));
  return choose_channel(std::make_unique<TiffSamples>(file, std::move(chunks)), options);
}

std::unique_ptr<Source> open_tiff_mask(const std::filesystem::path& file) {
  auto chunks =
      std::make_unique<TiffChunks>(open_object(file, ReadFirst::beginning), "",
                                   ReadOptions{.select = "band=1", .ignore_metadata = true}, MissingChunks::zeros);
  if (chunks->page().colour != TiffColour::grey)
    throw Error(ErrorKind::input,
                text(file.string(), ": is a colour image, not a mask; convert it to one grey channel"));
  return std::make_unique<TiffSource>(file, std::move(chunks));
}

}  // namespace preamar::io
