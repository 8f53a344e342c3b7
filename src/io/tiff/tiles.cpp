#include "io/tiff/tiles.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "io/chunk_encoder.h"
#include "io/pixels.h"
#include "io/tiff/tiff.h"
#include "platform/file.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

namespace preamar::io {
namespace {

// A tile's bytes and its length are written before its place, so that a process that dies at any moment leaves a file
// in which the places that are not zero are those of whole tiles. After a power failure that is not so: which tiles of
// an earlier run are trusted, recover() decides by their bytes.
class TileSink : public Sink {
 public:
  TileSink(const SharedOutput& output, const std::filesystem::path& path, const ImageType& type,
           const TiffLayout& layout, const TiffPlan& plan, std::string_view compression)
      : Sink(output, type),
        layout_(layout),
        plan_(plan),
        compression_(compression),
        out_(path, output->file(), OutFile::Start::kept),
        is_written_(static_cast<std::size_t>(layout.planes * layout.chunks_a_page())),
        left_(layout.planes * layout.chunks_a_page()) {
    const std::int64_t extents[] = {1, layout.chunk_height, layout.chunk_width};
    chunk_ = Shape(extents + max_rank - type.shape.rank(), type.shape.rank());
    takes_any_order_ = true;
    if (!fits()) begin();
    end_ = std::max(out_.size(), plan_.end());
  }

  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t expected) override {
    std::uint64_t sum = 0;
    bool are_there = true;
    each_tile(origin, shape, [&](const Tile& tile) {
      const std::int64_t offset = number_at(plan_.offsets_at(tile.page) + tile.index * plan_.word());
      const std::int64_t length = number_at(plan_.lengths_at(tile.page) + tile.index * plan_.word());
      if (offset >= plan_.end() && length > 0 && length <= out_.size() && offset <= out_.size() - length)
        sum += digest(stored(offset, length), static_cast<std::uint64_t>(tile.number));
      else
        are_there = false;
    });
    if (!are_there || sum != expected) return false;
    each_tile(origin, shape, [&](const Tile& tile) { mark(tile.number); });
    return true;
  }

  void flush() override { out_.flush(); }

  void finish(const Execution& /*on*/) override {
    if (left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": closed with ", left_.load(), " of ", is_written_.size(),
                                        " tiles not written"));
    out_.close();
  }

 private:
  struct Tile {
    std::int64_t page, index, number;  // its place in the page and in the file
    std::int64_t at[max_rank];         // its place in the region
    Shape shape;                       // of what the image has of it
  };

  // The tiles of a region, which begins with one.
  template <class Visit>
  void each_tile(const std::int64_t* origin, const Shape& shape, const Visit& visit) const {
    const int rank = shape.rank();
    const std::int64_t* const corner = origin + rank - 2;
    const std::int64_t height = shape[rank - 2], width = shape[rank - 1];
    for (std::int64_t z = 0; z < (rank == 3 ? shape[0] : 1); ++z)
      for (std::int64_t y = 0; y < height; y += layout_.chunk_height)
        for (std::int64_t x = 0; x < width; x += layout_.chunk_width) {
          const std::int64_t page = rank == 3 ? origin[0] + z : 0;
          const std::int64_t index = (corner[0] + y) / layout_.chunk_height * layout_.across +  //
                                     (corner[1] + x) / layout_.chunk_width;
          visit(Tile{page,
                     index,
                     page * layout_.chunks_a_page() + index,
                     {z, y, x},
                     Shape({std::min(layout_.chunk_height, height - y), std::min(layout_.chunk_width, width - x)})});
        }
  }

  // The header comes last: a file that has it has all before the tiles.
  void begin() {
    out_.resize(0);
    out_.resize(plan_.end());
    for (std::int64_t page = 0; page < layout_.planes; ++page) put(plan_.page_at(page), plan_.page(page));
    put(0, plan_.header());
  }

  void put(std::int64_t at, const Bytes& bytes) { out_.write(at, bytes.data(), std::ssize(bytes)); }

  // True where the file is one of this type and layout that was begun before.
  [[nodiscard]] bool fits() const {
    if (out_.size() < plan_.end() || stored(0, std::ssize(plan_.header())) != plan_.header()) return false;
    for (std::int64_t page = 0; page < layout_.planes; ++page) {
      const Bytes expected = plan_.page(page);
      const std::int64_t at = plan_.page_at(page);
      Bytes found = stored(at, std::ssize(expected));
      // Where a page has one tile, its place and length are among these bytes.
      for (const std::int64_t word : {plan_.offsets_at(page), plan_.lengths_at(page)})
        if (word < at + std::ssize(found))
          std::memset(found.data() + (word - at), 0, static_cast<std::size_t>(plan_.word()));
      if (found != expected) return false;
    }
    return true;
  }

  [[nodiscard]] Bytes stored(std::int64_t at, std::int64_t bytes) const {
    Bytes found(static_cast<std::size_t>(bytes));
    found.resize(static_cast<std::size_t>(out_.read_some(at, found.data(), bytes)));
    return found;
  }

  [[nodiscard]] std::int64_t number_at(std::int64_t at) const {
    std::int64_t value = 0;
    (void)out_.read_some(at, &value, plan_.word());
    return value;
  }

  void mark(std::int64_t tile) {
    if (!is_written_[static_cast<std::size_t>(tile)].exchange(true)) --left_;
  }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    ChunkEncoder encoder(compression_, layout_.chunk_bytes());
    const Buffer<std::uint8_t> chunk(layout_.chunk_bytes());
    std::uint64_t sum = 0;
    each_tile(origin, image.shape(), [&](const Tile& tile) {
      if (is_written_[static_cast<std::size_t>(tile.number)])
        throw Error(ErrorKind::call,
                    text(file().string(), ": tile ", tile.index, " of page ", tile.page + 1, " is given twice"));
      pack_chunk(crop(plane(image, tile.at[0]), tile.at + 1, tile.shape), layout_, chunk.data());
      const auto bytes = encoder.encode({chunk.data(), static_cast<std::size_t>(chunk.count())});
      append(tile, bytes);
      sum += digest(std::as_bytes(bytes), static_cast<std::uint64_t>(tile.number));
      mark(tile.number);
    });
    return sum;
  }

  void append(const Tile& tile, std::span<const std::uint8_t> bytes) {
    const std::int64_t length = std::ssize(bytes);
    const std::int64_t at = end_.fetch_add(length);
    if (at > plan_.limit() - length)
      throw Error(ErrorKind::io, text(file().string(), ": exceeds the 4 GB of a plain TIFF; write it as .btf"));
    out_.write(at, bytes.data(), length);
    out_.write(plan_.lengths_at(tile.page) + tile.index * plan_.word(), &length, plan_.word());
    out_.write(plan_.offsets_at(tile.page) + tile.index * plan_.word(), &at, plan_.word());
  }

  TiffLayout layout_;
  TiffPlan plan_;
  std::string compression_;
  OutFile out_;
  std::vector<std::atomic<bool>> is_written_;
  std::atomic<std::int64_t> left_;
  std::atomic<std::int64_t> end_ = 0;
};

}  // namespace

std::unique_ptr<Sink> open_tile_sink(const SharedOutput& output, const std::filesystem::path& path,
                                     const ImageType& type, const TiffLayout& layout, const TiffPlan& plan,
                                     std::string_view compression) {
  return std::make_unique<TileSink>(output, path, type, layout, plan, compression);
}

}  // namespace preamar::io
