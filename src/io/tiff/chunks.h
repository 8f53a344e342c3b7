// The tiles or strips of a TIFF's planes, decoded one at a time.
#pragma once

#include "io/tiff/pages.h"
#include "io/tiff/stream.h"

#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::io {

// Tiles and strips that the file does not store: GDAL leaves out parts of a mask that were never written.
enum class MissingChunks { refused, zeros };

class TiffChunks {
 public:
  // The planes that find_pages() finds. `format` is the file's, if it only looks like a TIFF, or empty. Throws as
  // find_pages() does, and Error (io) where the planes claim more than the file can hold.
  TiffChunks(std::unique_ptr<Object> in, std::string_view format, const ReadOptions& options,
             MissingChunks missing = MissingChunks::refused);

  // As FileInfo of a Source; the dtype is that of a sample.
  [[nodiscard]] const FileInfo& info() const noexcept { return info_; }
  // The plane that was visited last, or the first.
  [[nodiscard]] const TiffPage& page() const noexcept { return page_; }

  // As Source::each_file().
  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const;

  // What a region has of a chunk.
  struct Part {
    const std::uint8_t* first;  // its first row in the chunk, of the first sample
    std::int64_t next_sample;   // bytes to the same row of the next sample, if separate ones are read
    std::int64_t column;        // its first column in the chunk
    std::int64_t z;             // its place in the region
    std::int64_t at[2];
    std::int64_t rows, columns;
  };
  // Calls visit(part) for each chunk that the region touches, which lies within the image.
  template <class Visit>
  void each_part(const std::int64_t* origin, const Shape& shape, const Visit& visit) {
    const bool is_volume = shape.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? shape[0] : 1); ++z) {
      go_to(is_volume ? origin[0] + z : 0);
      each_part_of_plane(origin + shape.rank() - 2, shape[shape.rank() - 2], shape[shape.rank() - 1], z, visit);
    }
  }

 private:
  template <class Visit>
  void each_part_of_plane(const std::int64_t* origin, std::int64_t height, std::int64_t width, std::int64_t z,
                          const Visit& visit) {
    const std::int64_t end_y = origin[0] + height;
    const std::int64_t end_x = origin[1] + width;
    const std::int64_t bytes = page_.row_bytes * page_.chunk_height;
    const int samples = page_.separate && page_.band < 0 ? page_.samples : 1;
    const int first = page_.separate ? std::max(page_.band, 0) : 0;
    const Buffer<std::uint8_t> chunk(checked_product(bytes, samples, in_->path().string()));
    for (std::int64_t y = origin[0] / page_.chunk_height * page_.chunk_height; y < end_y; y += page_.chunk_height)
      for (std::int64_t x = origin[1] / page_.chunk_width * page_.chunk_width; x < end_x; x += page_.chunk_width) {
        for (int sample = 0; sample < samples; ++sample) decode(y, x, first + sample, chunk.data() + sample * bytes);
        const std::int64_t from_y = std::max(y, origin[0]);
        const std::int64_t from_x = std::max(x, origin[1]);
        visit(Part{.first = chunk.data() + (from_y - y) * page_.row_bytes,
                   .next_sample = bytes,
                   .column = from_x - x,
                   .z = z,
                   .at = {from_y - origin[0], from_x - origin[1]},
                   .rows = std::min(y + page_.chunk_height, end_y) - from_y,
                   .columns = std::min(x + page_.chunk_width, end_x) - from_x});
      }
  }

  void go_to(std::int64_t plane);
  // The chunk that begins at pixel (y, x).
  void decode(std::int64_t y, std::int64_t x, int sample, std::uint8_t* to);
  void decode_by_libtiff(std::uint32_t number, std::int64_t bytes, std::uint8_t* to, std::string_view name);

  std::unique_ptr<Object> in_;
  TiffHandle tiff_;
  TiffStream stream_;
  std::vector<std::uint64_t> planes_;
  TiffPage page_{};  // where tiff_ is
  std::optional<std::int64_t> band_;
  FileInfo info_;
  MissingChunks missing_;
  bool uses_pam_ = false;
};

}  // namespace preamar::io
