// Zarr out, version 3: a folder under its partial name until all of it is written.
#include "io/zarr.h"

#include "core/error_text.h"
#include "core/os_file.h"
#include "io/zarr_pieces.h"

#include <algorithm>

namespace preamar {
namespace {

namespace fs = std::filesystem;

constexpr const char* scratch_name = ".unfinished";

// Half a megabyte to a megabyte of bytes, so that a file is worth its opening and a block of few is small.
Shape usual_chunk(const Shape& shape) {
  constexpr std::int64_t flat[] = {512, 512}, deep[] = {64, 128, 128};
  std::int64_t extents[max_rank] = {};
  for (int axis = 0; axis < shape.rank(); ++axis)
    extents[axis] = std::min(shape.rank() == 2 ? flat[axis] : deep[axis], shape[axis]);
  return Shape(extents, shape.rank());
}

Shape chunk_for(const ImageType& type, const WriteOptions& options) {
  if (options.chunk.rank() == 0) return usual_chunk(type.shape);
  bool fits = options.chunk.rank() == type.shape.rank();
  for (int axis = 0; axis < options.chunk.rank(); ++axis) fits = fits && options.chunk[axis] > 0;
  if (!fits)
    throw Error(ErrorKind::call, text("chunk ", options.chunk.text(), " does not cut an image of ", type.shape.text(),
                                      "; give a positive number an axis"));
  return options.chunk;
}

Extents extents_of(const Shape& shape) {
  Extents all;
  for (int axis = 0; axis < shape.rank(); ++axis) all.push_back(shape[axis]);
  return all;
}

std::vector<Codec> codecs_for(const ImageType& type, const std::string& compression) {
  const std::int64_t item = size_of(type.dtype);
  if (compression == "zstd") return {{.kind = CodecKind::zstd, .level = 1}};
  if (compression == "gzip") return {{.kind = CodecKind::deflate, .level = 3}};
  if (compression == "blosc")
    return {{.kind = CodecKind::blosc, .level = 5, .inner = "lz4", .shuffle = item == 1 ? 2 : 1, .item = item}};
  return {};
}

ZarrArray array_for(const ImageType& type, const WriteOptions& options) {
  ZarrArray array;
  array.dtype = type.dtype;
  array.shape = extents_of(type.shape);
  array.chunk = extents_of(chunk_for(type, options));
  array.stored = extents_of(zarr_piece(type, options));
  array.is_sharded = array.stored != array.chunk;
  array.codecs = codecs_for(type, options.compression);
  for (const Axis& axis : options.axes) array.names.push_back(axis.name);
  if (array.names.empty())
    for (int axis = 0; axis < type.shape.rank(); ++axis)
      array.names.emplace_back(1, "zyx"[max_rank - type.shape.rank() + axis]);
  return array;
}

std::span<const std::byte> bytes_of(const std::string& words) { return std::as_bytes(std::span(words)); }

class ZarrSink : public Sink {
 public:
  ZarrSink(const fs::path& file, const ImageType& type, const WriteOptions& options)
      : Sink(file, type),
        resumes_(options.resume),
        existing_(options.overwrite ? Existing::replace : Existing::refuse),
        partial_(partial_path(file)),
        pieces_(array_for(type, options), partial_, partial_ / scratch_name) {
    chunk_ = zarr_piece(type, options);
    takes_any_order_ = true;
    if (existing_ == Existing::refuse && fs::exists(file))
      throw Error(ErrorKind::io, text(file.string(), ": exists already; give another name or ask to overwrite"));
    begin();
  }

  ~ZarrSink() override {
    std::error_code none;
    if (!resumes_ && !is_closed_) fs::remove_all(partial_, none);
  }

  void close() override {
    pieces_.require_all(file(), resumes_);
    fs::remove_all(partial_ / scratch_name);
    // One flush for all: a chunk that is flushed alone costs more than its compression.
    flush_file_system(partial_);
    rename_folder(partial_, file(), existing_);
    is_closed_ = true;
  }

 private:
  // Keeps what is there where it is the beginning of the same array.
  void begin() {
    const std::string metadata = metadata_text(pieces_.array());
    const fs::path name = pieces_.folder() / "zarr.json";
    if (!resumes_ || !holds(name, metadata)) fs::remove_all(partial_);
    fs::remove_all(partial_ / scratch_name);
    std::error_code code;
    fs::create_directory(partial_, code);
    fs::create_directory(partial_ / scratch_name, code);
    if (code)
      throw Error(ErrorKind::io,
                  text(file().string(), ": cannot make the folder ", partial_.string(), ": ", code.message()));
    write_whole(partial_ / scratch_name / "metadata", name, bytes_of(metadata));
  }

  static bool holds(const fs::path& name, const std::string& words) {
    if (!fs::exists(name)) return false;
    const InFile in(name);
    std::string found(words.size(), '\0');
    if (in.size() != static_cast<std::int64_t>(words.size())) return false;
    in.read(0, found.data(), in.size());
    return found == words;
  }

  void write_region(const std::int64_t* origin, const ConstImage& image) override { pieces_.write(origin, image); }

  const bool resumes_;
  const Existing existing_;
  const fs::path partial_;
  ZarrPieces pieces_;
  bool is_closed_ = false;
};

}  // namespace

Shape zarr_piece(const ImageType& type, const WriteOptions& options) { return chunk_for(type, options); }

std::unique_ptr<Sink> open_zarr_sink(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  return std::make_unique<ZarrSink>(file, type, options);
}

}  // namespace preamar
