#include "io/tiff_tiles.h"

#include "core/error_text.h"
#include "core/memory.h"
#include "core/os_file.h"
#include "core/rows.h"
#include "io/piece_codec.h"
#include "io/pixels.h"
#include "io/tiff.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

namespace preamar {
namespace {

std::uint16_t tag_of(std::string_view compression) {
  return std::ranges::find(tiff_codecs, compression, &TiffCodec::name)->tag;
}

// A tile counts from the moment its place is in the file; its bytes and its length are written before. So a process
// that dies at any moment leaves a file that holds just the tiles whose places are not zero.
class TileSink : public Sink {
 public:
  TileSink(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options,
           const TiffLayout& layout, bool is_big)
      : Sink(file, type),
        layout_(layout),
        plan_(type, layout, tag_of(options.compression), tiff_description(file, type, options), is_big),
        compression_(options.compression),
        may_repeat_(options.resume),
        out_(open(file, options)),
        is_written_(static_cast<std::size_t>(layout.planes * layout.chunks_a_page())),
        left_(layout.planes * layout.chunks_a_page()) {
    const std::int64_t extents[] = {1, layout.chunk_height, layout.chunk_width};
    chunk_ = Shape(extents + max_rank - type.shape.rank(), type.shape.rank());
    takes_any_order_ = true;
    if (fits())
      find_tiles();
    else
      begin();
    end_ = std::max(out_.size(), plan_.end());
  }

  void close() override {
    if (left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": closed with ", left_.load(), " of ", is_written_.size(),
                                        " tiles not written"));
    out_.commit();
  }

 private:
  static OutFile open(const std::filesystem::path& file, const WriteOptions& options) {
    const Existing existing = options.overwrite ? Existing::replace : Existing::refuse;
    return options.resume ? OutFile(file, existing, partial_path(file)) : OutFile(file, existing);
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

  void find_tiles() {
    constexpr std::int64_t at_once = 1 << 16;
    for (std::int64_t page = 0; page < layout_.planes; ++page)
      for (std::int64_t first = 0; first < layout_.chunks_a_page(); first += at_once) {
        const std::int64_t count = std::min(at_once, layout_.chunks_a_page() - first);
        const Bytes offsets = stored(plan_.offsets_at(page) + first * plan_.word(), count * plan_.word());
        const Bytes lengths = stored(plan_.lengths_at(page) + first * plan_.word(), count * plan_.word());
        for (std::int64_t i = 0; i < count; ++i)
          if (is_tile(number(offsets, i), number(lengths, i))) mark(page * layout_.chunks_a_page() + first + i);
      }
  }

  [[nodiscard]] std::int64_t number(const Bytes& words, std::int64_t index) const {
    std::int64_t value = 0;
    std::memcpy(&value, words.data() + index * plan_.word(), static_cast<std::size_t>(plan_.word()));
    return value;
  }

  [[nodiscard]] bool is_tile(std::int64_t offset, std::int64_t length) const {
    return offset >= plan_.end() && length > 0 && length <= out_.size() && offset <= out_.size() - length;
  }

  void mark(std::int64_t tile) {
    if (!is_written_[static_cast<std::size_t>(tile)].exchange(true)) --left_;
  }

  void write_region(const std::int64_t* origin, const ConstImage& image) override {
    PieceEncoder encoder(compression_, layout_.chunk_bytes());
    const Buffer<std::uint8_t> piece(layout_.chunk_bytes());
    const bool is_volume = image.rank() == 3;
    for (std::int64_t z = 0; z < (is_volume ? image.shape()[0] : 1); ++z)
      write_plane(is_volume ? origin[0] + z : 0, origin + (is_volume ? 1 : 0), plane(image, z), encoder, piece);
  }

  void write_plane(std::int64_t page, const std::int64_t* origin, const ConstImage& image, PieceEncoder& encoder,
                   const Buffer<std::uint8_t>& piece) {
    for (std::int64_t y = 0; y < image.shape()[0]; y += layout_.chunk_height)
      for (std::int64_t x = 0; x < image.shape()[1]; x += layout_.chunk_width) {
        const std::int64_t at[] = {y, x};
        const Shape shape({std::min(layout_.chunk_height, image.shape()[0] - y),
                           std::min(layout_.chunk_width, image.shape()[1] - x)});
        const std::int64_t index = (origin[0] + y) / layout_.chunk_height * layout_.across +  //
                                   (origin[1] + x) / layout_.chunk_width;
        const std::int64_t tile = page * layout_.chunks_a_page() + index;
        if (!may_repeat_ && is_written_[static_cast<std::size_t>(tile)])
          throw Error(ErrorKind::call,
                      text(file().string(), ": tile ", index, " of page ", page + 1, " is given twice"));
        pack_chunk(crop(image, at, shape), layout_, piece.data());
        append(page, index, encoder.encode({piece.data(), static_cast<std::size_t>(piece.count())}));
        mark(tile);
      }
  }

  void append(std::int64_t page, std::int64_t index, std::span<const std::uint8_t> bytes) {
    const std::int64_t length = std::ssize(bytes);
    const std::int64_t at = end_.fetch_add(length);
    if (at > plan_.limit() - length)
      throw Error(ErrorKind::io, text(file().string(), ": exceeds the 4 GB of a plain TIFF; write it as .btf"));
    out_.write(at, bytes.data(), length);
    out_.write(plan_.lengths_at(page) + index * plan_.word(), &length, plan_.word());
    out_.write(plan_.offsets_at(page) + index * plan_.word(), &at, plan_.word());
  }

  TiffLayout layout_;
  TiffPlan plan_;
  std::string compression_;
  bool may_repeat_;
  OutFile out_;
  std::vector<std::atomic<bool>> is_written_;
  std::atomic<std::int64_t> left_;
  std::atomic<std::int64_t> end_ = 0;
};

}  // namespace

std::unique_ptr<Sink> open_tile_sink(const std::filesystem::path& file, const ImageType& type,
                                     const WriteOptions& options, const TiffLayout& layout, bool is_big) {
  return std::make_unique<TileSink>(file, type, options, layout, is_big);
}

}  // namespace preamar
