// TIFF and BigTIFF in: only the tiles and strips that a region touches are decoded.
#include "io/tiff_pages.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/limits.h"
#include "io/pixels.h"

#include <algorithm>
#include <vector>

namespace preamar::io {
namespace {

class TiffSource : public Source {
 public:
  TiffSource(const std::filesystem::path& file, const ReadOptions& options) : Source(file), in_(file), tiff_(in_) {
    TiffPages pages = find_pages(tiff_, file, in_.size(), options);
    planes_ = std::move(pages.planes);
    page_ = pages.first;
    const std::int64_t height = page_.type.shape[0];
    const std::int64_t width = page_.type.shape[1];
    info_.format = TIFFIsBigTIFF(tiff_.get()) ? "BigTIFF" : "TIFF";
    info_.compression = page_.codec->name;
    info_.chunk_kind = page_.tiled ? "tiles" : "strips";
    info_.axes = std::move(pages.axes);
    info_.levels = std::move(pages.levels);
    info_.type = {page_.type.dtype, pages.is_volume ? Shape({std::ssize(planes_), height, width}) : page_.type.shape};
    info_.chunk = pages.is_volume ? Shape({1, page_.chunk_height, page_.chunk_width})
                                  : Shape({page_.chunk_height, page_.chunk_width});
    const std::int64_t stored = pixel_bytes(file, info_.type) / (page_.type.dtype == DType::boolean ? 8 : 1);
    require_plausible(file, info_.type.shape, stored, in_.size(), page_.codec->limit);
  }

 private:
  void go_to(std::int64_t number) {
    go_to_page(tiff_, planes_[static_cast<std::size_t>(number)]);
    page_ = read_page(tiff_, file(), in_.size());
  }

  void read_region(const std::int64_t* origin, ImageView out) override {
    const bool is_volume = out.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? out.shape()[0] : 1); ++z) {
      go_to(is_volume ? origin[0] + z : 0);
      read_plane(origin + (is_volume ? 1 : 0), plane(out, z));
    }
  }

  void read_plane(const std::int64_t* origin, ImageView out) {
    const std::int64_t end_y = origin[0] + out.shape()[0];
    const std::int64_t end_x = origin[1] + out.shape()[1];
    const Buffer<std::uint8_t> chunk(page_.row_bytes * page_.chunk_height);
    for (std::int64_t y = origin[0] / page_.chunk_height * page_.chunk_height; y < end_y; y += page_.chunk_height)
      for (std::int64_t x = origin[1] / page_.chunk_width * page_.chunk_width; x < end_x; x += page_.chunk_width) {
        decode(y, x, chunk);
        const std::int64_t from_y = std::max(y, origin[0]);
        const std::int64_t from_x = std::max(x, origin[1]);
        const Shape shape(
            {std::min(y + page_.chunk_height, end_y) - from_y, std::min(x + page_.chunk_width, end_x) - from_x});
        const std::int64_t at[] = {from_y - origin[0], from_x - origin[1]};
        copy_part(chunk.data() + (from_y - y) * page_.row_bytes, from_x - x, crop(out, at, shape));
      }
  }

  // The chunk that begins at pixel (y, x).
  void decode(std::int64_t y, std::int64_t x, const Buffer<std::uint8_t>& chunk) {
    TIFF* const tiff = tiff_.get();
    const auto row = static_cast<std::uint32_t>(y);
    const auto column = static_cast<std::uint32_t>(x);
    // The last strip is only as high as what is left of the image; a tile is always whole.
    const std::int64_t rows = page_.tiled ? page_.chunk_height : std::min(page_.chunk_height, page_.type.shape[0] - y);
    const std::int64_t bytes = rows * page_.row_bytes;
    const tmsize_t got = page_.tiled
                             ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, column, row, 0, 0), chunk.data(), bytes)
                             : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, row, 0), chunk.data(), bytes);
    tiff_.require(got == bytes, text("the ", page_.tiled ? "tile" : "strip", " at row ", y, ", column ", x,
                                     " cannot be read; the file is truncated or broken"));
  }

  // Pixels from column `first` on of rows as the chunk has them.
  void copy_part(const std::uint8_t* from, std::int64_t first, ImageView out) const {
    const std::int64_t size = size_of(out.dtype());
    const std::int64_t columns = out.shape()[1];
    for (std::int64_t i = 0; i < out.shape()[0]; ++i, from += page_.row_bytes) {
      if (out.dtype() == DType::boolean)
        unpack_bits(from, first, columns, row(out, i), row_stride(out));
      else
        copy_row(from + first * size, size, row(out, i), row_stride(out), columns, size);
    }
  }

  InFile in_;
  TiffHandle tiff_;
  std::vector<std::uint64_t> planes_;
  TiffPage page_{};  // where tiff_ is
};

}  // namespace

std::unique_ptr<Source> open_tiff_source(const std::filesystem::path& file, const ReadOptions& options) {
  return std::make_unique<TiffSource>(file, options);
}

}  // namespace preamar::io
