#include "io/tiff/cog.h"

#include "core/error_text.h"
#include "io/chunk_encoder.h"
#include "io/shrink.h"
#include "io/tiff/tags.h"
#include "io/tiff/tiff.h"
#include "io/tiff/tiles.h"
#include "platform/file.h"
#include "platform/work_folder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace preamar::io {
namespace {

// A level in a file of its own, and where it will be in the whole one.
struct Level {
  ImageType type;
  TiffLayout layout;
  std::filesystem::path path;
  TiffPlan alone;
  TiffPlan placed;
};

// A copy says that it is one, and which pixels have no data.
std::vector<TiffTag> tags_of_copy(const WriteOptions& options) {
  std::vector<TiffTag> tags = {tag_with<std::uint32_t>(TIFFTAG_SUBFILETYPE, TIFF_LONG, FILETYPE_REDUCEDIMAGE)};
  for (TiffTag& tag : metadata_tags({.nodata = options.metadata.nodata})) tags.push_back(std::move(tag));
  return tags;
}

// All levels together have less than a third more tiles than the image, apart from those of the last few.
bool needs_big_cog(const TiffLayout& full, std::string_view compression) {
  TiffLayout more = full;
  more.down = more.down / 2 * 3 + 64;
  return needs_big_tiff(more, compression);
}

std::vector<Level> levels_of(const OutputTransaction& output, const ImageType& type, const WriteOptions& options) {
  const std::uint16_t compression = tag_of(options.compression);
  const bool is_big = is_big_name(output.file()) || needs_big_cog(tiff_layout(type, options.tile), options.compression);
  const std::vector<Shape> shapes = level_shapes(type.shape, Shape({options.tile, options.tile}));
  std::vector<Level> levels;
  TiffPlace place;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const ImageType own{type.dtype, shapes[i]};
    const TiffLayout layout = tiff_layout(own, options.tile);
    std::vector<TiffTag> tags = i == 0 ? describing_tags(output.file(), type, options) : tags_of_copy(options);
    place.is_last = i + 1 == shapes.size();
    levels.push_back({own,
                      layout,
                      output.levels() / text(i),
                      {own, layout, compression, {}, is_big},
                      {own, layout, compression, std::move(tags), is_big, place}});
    place.begin = levels.back().placed.end();
  }
  return levels;
}

// The words of a file from an offset on.
std::vector<std::int64_t> words_at(const InFile& file, std::int64_t at, std::int64_t count, std::int64_t word) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count * word));
  file.read(at, bytes.data(), std::ssize(bytes));
  std::vector<std::int64_t> words(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < words.size(); ++i)
    std::memcpy(&words[i], bytes.data() + i * static_cast<std::size_t>(word), static_cast<std::size_t>(word));
  return words;
}

void write_words(OutFile& out, std::int64_t at, const std::vector<std::int64_t>& words, std::int64_t word) {
  std::vector<std::byte> bytes(words.size() * static_cast<std::size_t>(word));
  for (std::size_t i = 0; i < words.size(); ++i)
    std::memcpy(bytes.data() + i * static_cast<std::size_t>(word), &words[i], static_cast<std::size_t>(word));
  out.write(at, bytes.data(), std::ssize(bytes));
}

// Progress in tiles. To make one takes as long as to copy many.
constexpr std::int64_t made = 10;

class Visits {
 public:
  Visits(const Execution& on, const std::vector<Level>& levels) : on_(on) {
    for (const Level& level : levels) all_ += level.layout.chunks_a_page() * (&level == levels.data() ? 1 : 1 + made);
  }
  void add(std::int64_t tiles) {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
    done_ += tiles;
    if (on_.progress) on_.progress(static_cast<double>(done_) / static_cast<double>(all_));
  }

 private:
  const Execution& on_;
  std::int64_t done_ = 0;
  std::int64_t all_ = 0;
};

class CogSink : public Sink {
 public:
  CogSink(const SharedOutput& output, const ImageType& type, const WriteOptions& options)
      : Sink(output, type),
        transaction_(output),
        compression_(options.compression),
        nodata_(options.metadata.nodata),
        how_(options.pyramid.empty() ? Shrink::nearest : shrink_named(output->file(), type.dtype, options.pyramid)),
        levels_(levels_of(*output, type, options)) {
    std::error_code code;
    std::filesystem::create_directories(held(output->levels()), code);
    if (code) throw Error(ErrorKind::io, text(output->levels().string(), ": cannot make the folder: ", code.message()));
    full_ = sink_of(levels_[0]);
    chunk_ = full_->chunk();
    takes_any_order_ = true;
  }

  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t digest) override {
    return full_->recover(origin, shape, digest);
  }
  void flush() override { full_->flush(); }

  // A third more tiles are compressed, by one thread, and all are copied.
  [[nodiscard]] double finishing() const override { return 0.3; }

  void finish(const Execution& on) override {
    full_->finish(on);
    Visits visits(on, levels_);
    for (std::size_t i = 1; i < levels_.size(); ++i) make(levels_[i], levels_[i - 1], visits);
    put_in_order(visits);
  }

 private:
  [[nodiscard]] std::unique_ptr<Sink> sink_of(const Level& level) const {
    return open_tile_sink(transaction_, level.path, level.type, level.layout, level.alone, compression_);
  }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    return full_->write(origin, image);
  }

  // A level from the one before, tile by tile. What an earlier run left of it is made again.
  void make(const Level& level, const Level& before, Visits& visits) const {
    std::error_code none;
    std::filesystem::remove(held(level.path), none);
    const std::unique_ptr<Sink> sink = sink_of(level);
    const std::unique_ptr<Source> source = open_tiff_source(before.path, {});
    const Shape &shape = level.type.shape, &from = before.type.shape, &tile = sink->chunk();
    for (std::int64_t y = 0; y < shape[0]; y += tile[0])
      for (std::int64_t x = 0; x < shape[1]; x += tile[1]) {
        const std::int64_t origin[] = {y, x}, covered[] = {2 * y, 2 * x};
        Image in(type().dtype, {std::min(2 * tile[0], from[0] - 2 * y), std::min(2 * tile[1], from[1] - 2 * x)});
        Image out(type().dtype, {std::min(tile[0], shape[0] - y), std::min(tile[1], shape[1] - x)});
        source->read(covered, in);
        shrink(how_, nodata_, in, out);
        (void)sink->write(origin, out);
        visits.add(made);
      }
    sink->finish({});
  }

  // The header comes last: a file that has it is whole.
  void put_in_order(Visits& visits) const {
    OutFile out(transaction_->partial(), file());
    for (const Level& level : levels_) put(out, level.placed.page_at(0), level.placed.page(0));
    std::int64_t end = levels_.back().placed.end();
    for (std::size_t i = levels_.size(); i-- > 0;) end = append(out, end, levels_[i], visits);
    put(out, 0, levels_[0].placed.header());
    out.close();
  }

  // Copies the compressed tiles of a level to `end` and returns where they end.
  [[nodiscard]] std::int64_t append(OutFile& out, std::int64_t end, const Level& level, Visits& visits) const {
    const InFile in(level.path);
    const std::int64_t tiles = level.layout.chunks_a_page(), word = level.alone.word();
    std::vector<std::int64_t> offsets = words_at(in, level.alone.offsets_at(0), tiles, word);
    const std::vector<std::int64_t> lengths = words_at(in, level.alone.lengths_at(0), tiles, word);
    Bytes tile;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (end > level.placed.limit() - lengths[i])
        throw Error(ErrorKind::io, text(file().string(), ": exceeds the 4 GB of a plain TIFF; write it as .btf"));
      tile.resize(static_cast<std::size_t>(lengths[i]));
      in.read(offsets[i], tile.data(), lengths[i]);
      put(out, end, tile);
      offsets[i] = std::exchange(end, end + lengths[i]);
      visits.add(1);
    }
    write_words(out, level.placed.offsets_at(0), offsets, word);
    write_words(out, level.placed.lengths_at(0), lengths, word);
    return end;
  }

  static void put(OutFile& out, std::int64_t at, const Bytes& bytes) { out.write(at, bytes.data(), std::ssize(bytes)); }

  SharedOutput transaction_;
  std::string compression_;
  std::optional<double> nodata_;
  Shrink how_;
  std::vector<Level> levels_;  // the full image first
  std::unique_ptr<Sink> full_;
};

}  // namespace

std::unique_ptr<Sink> open_cog_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  if (!is_chunk_compression(options.compression))
    throw Error(ErrorKind::call, text(output->file().string(), ": compression '", options.compression,
                                      "' is not written to a COG; give deflate, zstd or none"));
  return std::make_unique<CogSink>(output, type, options);
}

}  // namespace preamar::io
