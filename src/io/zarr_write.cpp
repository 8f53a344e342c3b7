// Zarr out, version 3: a folder under its partial name until all of it is written.
#include "io/header_text.h"
#include "io/ome.h"
#include "io/zarr.h"
#include "io/zarr_levels.h"

#include "core/error_text.h"
#include "core/os_file.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace preamar {
namespace {

namespace fs = std::filesystem;

constexpr const char* scratch_name = ".unfinished";
constexpr const char* metadata_name = "zarr.json";

// A quarter of a million to a million pixels, so that a file is worth its opening and a block of few is small.
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
  for (int axis = 0; fits && axis < options.chunk.rank(); ++axis) fits = options.chunk[axis] > 0;
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
  // On noisy images twice as fast as Zstandard to write and half as fast again to read, for a tenth more bytes.
  if (compression == "blosc")
    return {{.kind = CodecKind::blosc, .level = 5, .inner = "lz4", .shuffle = 2, .item = item}};
  return {};
}

// Those given, or z, y and x without a scale.
std::vector<OmeAxis> axes_for(const ImageType& type, const WriteOptions& options) {
  const int rank = type.shape.rank();
  std::vector<OmeAxis> axes(static_cast<std::size_t>(rank));
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (options.axes.size() == axes.size()) axes[i].axis = options.axes[i];
    if (axes[i].axis.name.empty()) axes[i].axis.name = "zyx"[i + static_cast<std::size_t>(max_rank - rank)];
    double& scale = axes[i].axis.scale;
    if (!std::isfinite(scale) || scale <= 0) scale = 1;
  }
  return axes;
}

// What the folder will hold.
struct Layout {
  bool is_ome = false;
  OmeKind kind = OmeKind::image;
  OmeImage image;
  std::vector<ZarrArray> arrays;
  Shrink how = Shrink::mean;
};

// Within an image, in its folder of labels.
bool is_labels(const fs::path& file) {
  const fs::path store = file.parent_path().parent_path();
  return file.parent_path().filename() == "labels" && lower_case(store.extension().string()) == ".zarr";
}

bool is_ome(const fs::path& file) {
  return is_labels(file) || lower_case(file.filename().string()).ends_with(".ome.zarr");
}

Shrink shrink_for(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  if (!is_ome(file))
    throw Error(ErrorKind::call,
                text(file.string(), ": a pyramid was asked for; only OME-Zarr has one, so give a name that ",
                     "ends in .ome.zarr"));
  if (options.pyramid != "mean" && options.pyramid != "nearest")
    throw Error(ErrorKind::call, text(file.string(), ": pyramid '", options.pyramid, "' is neither mean nor nearest"));
  return options.pyramid == "nearest" || type.dtype == DType::boolean ? Shrink::nearest : Shrink::mean;
}

OmeLevel level_for(const std::vector<OmeAxis>& axes, const Shape& full, std::size_t number, Shrink how) {
  OmeLevel level{std::to_string(number), {}};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double scale = axes[i].axis.scale;
    double factor = 1;
    std::int64_t extent = full[static_cast<int>(i)];
    for (std::size_t k = 0; k < number && extent > 1; ++k, extent = extent / 2 + extent % 2) factor *= 2;
    level.scale.push_back(scale * factor);
    if (number > 0 && how == Shrink::mean) level.shift.push_back(scale * (factor - 1) / 2);
  }
  return level;
}

Layout layout_for(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  Layout layout;
  layout.is_ome = is_ome(file);
  layout.kind = is_labels(file) ? OmeKind::labels : OmeKind::image;
  layout.image.axes = axes_for(type, options);
  ZarrArray array;
  array.dtype = type.dtype;
  array.chunk = extents_of(chunk_for(type, options));
  array.stored = extents_of(zarr_piece(type, options));
  array.is_sharded = array.stored != array.chunk;
  array.codecs = codecs_for(type, options.compression);
  for (const OmeAxis& axis : layout.image.axes) array.names.push_back(axis.axis.name);
  std::vector<Shape> shapes = {type.shape};
  if (!options.pyramid.empty()) {
    layout.how = shrink_for(file, type, options);
    shapes = level_shapes(type.shape, zarr_piece(type, options));
  }
  for (const Shape& shape : shapes) {
    array.shape = extents_of(shape);
    layout.image.levels.push_back(level_for(layout.image.axes, type.shape, layout.arrays.size(), layout.how));
    layout.arrays.push_back(array);
  }
  return layout;
}

std::span<const std::byte> bytes_of(const std::string& words) { return std::as_bytes(std::span(words)); }

bool holds(const fs::path& name, const std::string& words) {
  std::error_code none;
  if (!fs::is_regular_file(name, none)) return false;
  const InFile in(name);
  if (in.size() != static_cast<std::int64_t>(words.size())) return false;
  std::string found(words.size(), '\0');
  in.read(0, found.data(), in.size());
  return found == words;
}

void make_folder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) throw Error(ErrorKind::io, text(folder.string(), ": cannot make the folder: ", code.message()));
}

class ZarrSink : public Sink {
 public:
  ZarrSink(const fs::path& file, const ImageType& type, const WriteOptions& options, const Layout& layout)
      : Sink(file, type),
        resumes_(options.resume),
        existing_(options.overwrite ? Existing::replace : Existing::refuse),
        layout_(layout),
        partial_(partial_path(file)),
        levels_(layout.arrays, folders(), partial_ / scratch_name, layout.how) {
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
    levels_.finish(file(), resumes_);
    fs::remove_all(partial_ / scratch_name);
    // One flush for all: flushing a chunk costs more than its compression.
    flush_file_system(partial_);
    rename_folder(partial_, file(), existing_);
    is_closed_ = true;
    if (layout_.kind == OmeKind::labels) list_labels();
  }

 private:
  [[nodiscard]] std::vector<fs::path> folders() const {
    std::vector<fs::path> all;
    for (const OmeLevel& level : layout_.image.levels) all.push_back(layout_.is_ome ? partial_ / level.path : partial_);
    return all;
  }

  // Keeps what is there where it is the beginning of the same image.
  void begin() {
    std::vector<std::pair<fs::path, std::string>> headers;
    for (std::size_t level = 0; level < layout_.arrays.size(); ++level)
      headers.emplace_back(folders()[level] / metadata_name, metadata_text(layout_.arrays[level]));
    const std::string name = file().stem().stem().string();
    if (layout_.is_ome) headers.emplace_back(partial_ / metadata_name, ome_text(layout_.image, name, layout_.kind));
    const bool is_same =
        std::ranges::all_of(headers, [](const auto& header) { return holds(header.first, header.second); });
    if (!resumes_ || !is_same) fs::remove_all(partial_);
    fs::remove_all(partial_ / scratch_name);
    make_folder(partial_ / scratch_name);
    for (const auto& [header, words] : headers)
      write_whole(partial_ / scratch_name / "header", header, bytes_of(words));
  }

  void list_labels() const {
    const fs::path list = file().parent_path() / metadata_name;
    const fs::path old = fs::exists(list) ? list : fs::path();
    write_whole(file().parent_path() / ".zarr.json.partial", list,
                bytes_of(labels_text(old, file().filename().string())));
  }

  void write_region(const std::int64_t* origin, const ConstImage& image) override { levels_.write(origin, image); }

  const bool resumes_;
  const Existing existing_;
  const Layout layout_;
  const fs::path partial_;
  ZarrLevels levels_;
  bool is_closed_ = false;
};

}  // namespace

Shape zarr_piece(const ImageType& type, const WriteOptions& options) {
  const Shape chunk = chunk_for(type, options);
  const Shape& shard = options.shard;
  if (shard.rank() == 0) return chunk;
  bool fits = shard.rank() == chunk.rank();
  for (int axis = 0; fits && axis < shard.rank(); ++axis) fits = shard[axis] > 0 && shard[axis] % chunk[axis] == 0;
  if (!fits)
    throw Error(ErrorKind::call, text("shard ", shard.text(), " is not made of whole chunks of ", chunk.text()));
  return shard;
}

std::unique_ptr<Sink> open_zarr_sink(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  const Layout layout = layout_for(file, type, options);
  const fs::path store = file.parent_path().parent_path();
  if (layout.kind == OmeKind::labels && !fs::exists(store / metadata_name))
    throw Error(ErrorKind::input,
                text(file.string(), ": labels are added to OME-Zarr 0.5 only, and ", store.string(), " is none"));
  return std::make_unique<ZarrSink>(file, type, options, layout);
}

}  // namespace preamar
