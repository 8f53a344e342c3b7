// TIFF and BigTIFF in: only the tiles and strips that a region touches are decoded.
#include "io/tiff_page.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/limits.h"
#include "io/pixels.h"

#include <algorithm>
#include <vector>

namespace preamar {
namespace {

class TiffSource : public Source {
 public:
  explicit TiffSource(const std::filesystem::path& file) : Source(file), in_(file), tiff_(in_) {
    find_pages();
    TIFF* const tiff = tiff_.get();
    const auto pages = static_cast<std::int64_t>(page_offsets_.size());
    go_to(0);
    require_planes_are_pages(tiff, file, pages);
    info_.format = TIFFIsBigTIFF(tiff) ? "BigTIFF" : "TIFF";
    info_.compression = page_.codec->name;
    const std::int64_t height = page_.type.shape[0];
    const std::int64_t width = page_.type.shape[1];
    const Shape volume({pages, height, width});
    const bool is_volume = pages > 1 || is_marked_volume(volume);
    info_.type = {page_.type.dtype, is_volume ? volume : page_.type.shape};
    info_.chunk =
        is_volume ? Shape({1, page_.chunk_height, page_.chunk_width}) : Shape({page_.chunk_height, page_.chunk_width});
    const std::int64_t stored = pixel_bytes(file, info_.type) / (page_.type.dtype == DType::boolean ? 8 : 1);
    require_plausible(file, info_.type.shape, stored, in_.size(), page_.codec->limit);
  }

 private:
  // Every main page, each of one shape and dtype with the first.
  void find_pages() {
    TIFF* const tiff = tiff_.get();
    for (std::int64_t number = 1;; ++number) {
      if (is_main_page(tiff)) {
        const TiffPage page = read_page(tiff_, file(), in_.size());
        if (page_offsets_.empty()) page_ = page;
        if (page.type != page_.type)
          throw Error(ErrorKind::input,
                      text(file().string(), ": page ", number, " is ", page.type.shape.text(), " ",
                           name_of(page.type.dtype), ", unlike the first, which is ", page_.type.shape.text(), " ",
                           name_of(page_.type.dtype), "; give a file whose pages are the planes of one image"));
        page_offsets_.push_back(TIFFCurrentDirOffset(tiff));
      }
      if (TIFFLastDirectory(tiff)) break;
      tiff_.require(TIFFReadDirectory(tiff) != 0, text("page ", number + 1, " cannot be read"));
    }
    if (page_offsets_.empty())
      throw Error(ErrorKind::input, text(file().string(), ": holds only reduced copies or masks, no main page"));
  }

  [[nodiscard]] bool is_marked_volume(const Shape& volume) const {
    const char* words = nullptr;
    return TIFFGetField(tiff_.get(), TIFFTAG_IMAGEDESCRIPTION, &words) && words &&
           one_plane_description(volume) == words;
  }

  void go_to(std::int64_t number) {
    const std::uint64_t offset = page_offsets_[static_cast<std::size_t>(number)];
    if (TIFFCurrentDirOffset(tiff_.get()) != offset)
      tiff_.require(TIFFSetSubDirectory(tiff_.get(), offset) != 0, text("page ", number + 1, " cannot be read"));
    page_ = read_page(tiff_, file(), in_.size());
  }

  void read_region(const std::int64_t* origin, const Image& out) override {
    const bool is_volume = out.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? out.shape()[0] : 1); ++z) {
      go_to(is_volume ? origin[0] + z : 0);
      read_plane(origin + (is_volume ? 1 : 0), plane(out, z));
    }
  }

  void read_plane(const std::int64_t* origin, const Image& out) {
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
  void copy_part(const std::uint8_t* from, std::int64_t first, const Image& out) const {
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
  std::vector<std::uint64_t> page_offsets_;
  TiffPage page_{};  // where tiff_ is
};

}  // namespace

std::unique_ptr<Source> open_tiff_source(const std::filesystem::path& file, const ReadOptions&) {
  return std::make_unique<TiffSource>(file);
}

}  // namespace preamar
