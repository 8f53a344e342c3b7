// Zarr out, version 3.
#include "core/url.h"
#include "io/header_text.h"
#include "io/ome/ome.h"
#include "io/store/store.h"
#include "io/zarr/levels.h"
#include "io/zarr/zarr.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "platform/file.h"
#include "platform/lock.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

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
    if (options.metadata.axes.size() == axes.size()) axes[i].axis = options.metadata.axes[i];
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

bool is_ome(const fs::path& file) {
  return is_labels(file) || lower_case(file.filename().string()).ends_with(".ome.zarr");
}

Shrink shrink_for(const fs::path& file, const ImageType& type, const WriteOptions& options) {
  if (!is_ome(file))
    throw Error(ErrorKind::call,
                text(file.string(), ": a pyramid was asked for; only OME-Zarr and COG have one; give a name that ",
                     "ends in .ome.zarr, or .tif and ", setting("cog", "true")));
  return shrink_named(file, type.dtype, options.pyramid);
}

// `origin` may be empty. A mean lies between its pixels.
OmeLevel level_for(const std::vector<OmeAxis>& axes, const std::vector<double>& origin, const Shape& full,
                   std::size_t number, Shrink how) {
  OmeLevel level{std::to_string(number), {}};
  const bool is_between = number > 0 && how == Shrink::mean;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double scale = axes[i].axis.scale;
    double factor = 1;
    std::int64_t extent = full[static_cast<int>(i)];
    for (std::size_t k = 0; k < number && extent > 1; ++k, extent = extent / 2 + extent % 2) factor *= 2;
    level.scale.push_back(scale * factor);
    if (is_between || !origin.empty())
      level.shift.push_back((origin.empty() ? 0 : origin[i]) + (is_between ? scale * (factor - 1) / 2 : 0));
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
  array.stored = extents_of(zarr_chunk(type, options));
  array.is_sharded = array.stored != array.chunk;
  array.codecs = codecs_for(type, options.compression);
  array.is_complete = is_url(file);
  array.values = kept_by_cf(options.metadata, type.dtype);
  for (const OmeAxis& axis : layout.image.axes) array.names.push_back(axis.axis.name);
  std::vector<Shape> shapes = {type.shape};
  if (!options.pyramid.empty()) {
    layout.how = shrink_for(file, type, options);
    shapes = level_shapes(type.shape, zarr_chunk(type, options));
  }
  for (const Shape& shape : shapes) {
    array.shape = extents_of(shape);
    layout.image.levels.push_back(
        level_for(layout.image.axes, options.metadata.origin, type.shape, layout.arrays.size(), layout.how));
    layout.arrays.push_back(array);
  }
  return layout;
}

// A write succeeds only if the list is still the one that was read.
void list_in_store(const fs::path& list, const std::string& name, bool lock) {
  if (!lock) return store_of(list).put(list, text_bytes(labels_text(has_object(list) ? list : fs::path(), name)));
  constexpr int most_tries = 20;
  for (int i = 0; i < most_tries; ++i) {
    const auto found = store_of(list).version(list);
    const std::string words = labels_text(found ? list : fs::path(), name);
    if (store_of(list).put_if(list, text_bytes(words), found ? found->tag : "")) return;
  }
  throw Error(ErrorKind::io, text(list.string(), ": other runs change it all the time; run again"));
}

class ZarrSink : public Sink {
 public:
  ZarrSink(const SharedOutput& output, const ImageType& type, const WriteOptions& options, const Layout& layout)
      : Sink(output, type), layout_(layout), levels_(layout.arrays, folders(), layout.how, output->write_guard()) {
    chunk_ = zarr_chunk(type, options);
    takes_any_order_ = true;
    begin();
  }

  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t expected) override {
    return levels_.recover(origin, shape, expected);
  }

  // All files at once: flushing each costs more than its compression. A store answers once an object is durable.
  void flush() override {
    if (!is_url(output().partial())) flush_file_system(output().partial());
  }

  void defer_smaller() override { levels_.defer(); }
  [[nodiscard]] std::vector<Shape> smaller_levels() const override {
    std::vector<Shape> shapes;
    for (std::size_t i = 1; i < layout_.arrays.size(); ++i)
      shapes.emplace_back(layout_.arrays[i].shape.data(), type().shape.rank());
    return shapes;
  }
  void make_smaller(std::size_t level, const Box& region) override { levels_.make(level, region); }
  void find_written() override { levels_.find_written(); }

  void finish(const Execution& /*on*/) override {
    levels_.finish(file());
    flush();
  }

 private:
  [[nodiscard]] std::vector<fs::path> folders() const {
    const fs::path partial = output().partial();
    std::vector<fs::path> all;
    for (const OmeLevel& level : layout_.image.levels) all.push_back(layout_.is_ome ? partial / level.path : partial);
    return all;
  }

  void begin() {
    std::vector<FolderMetadata> files;
    for (std::size_t level = 0; level < layout_.arrays.size(); ++level)
      files.push_back({folders()[level] / metadata_name, metadata_text(layout_.arrays[level])});
    const std::string name = file().stem().stem().string();
    if (layout_.is_ome)
      files.push_back({output().partial() / metadata_name, ome_text(layout_.image, name, layout_.kind)});
    output().begin_folder(files);
  }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    return levels_.write(origin, image);
  }

  const Layout layout_;
  ZarrLevels levels_;
};

}  // namespace

Shape zarr_chunk(const ImageType& type, const WriteOptions& options) {
  const Shape chunk = chunk_for(type, options);
  const Shape& shard = options.shard;
  if (shard.rank() == 0) return chunk;
  bool fits = shard.rank() == chunk.rank();
  for (int axis = 0; fits && axis < shard.rank(); ++axis) fits = shard[axis] > 0 && shard[axis] % chunk[axis] == 0;
  if (!fits)
    throw Error(ErrorKind::call, text("shard ", shard.text(), " is not made of whole chunks of ", chunk.text()));
  return shard;
}

bool is_labels(const fs::path& folder) {
  const fs::path store = folder.parent_path().parent_path();
  return folder.parent_path().filename() == "labels" && lower_case(store.extension().string()) == ".zarr";
}

void list_among_labels(const fs::path& folder, bool lock) {
  if (!is_labels(folder)) return;
  const fs::path list = folder.parent_path() / metadata_name;
  if (is_url(list)) return list_in_store(list, folder.filename().string(), lock);
  std::optional<FileLock> held;
  if (lock) held.emplace(fs::path(list) += ".lock", list, FileLock::IfTaken::wait);
  const std::string words = labels_text(fs::exists(list) ? list : fs::path(), folder.filename().string());
  replace_file(list, text_bytes(words));
}

std::unique_ptr<Sink> open_zarr_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  const fs::path& file = output->target();
  const Layout layout = layout_for(file, type, options);
  const fs::path store = file.parent_path().parent_path();
  if (layout.kind == OmeKind::labels && !has_object(store / metadata_name))
    throw Error(ErrorKind::input,
                text(file.string(), ": labels are added to OME-Zarr 0.5 only, and ", store.string(), " is none"));
  return std::make_unique<ZarrSink>(output, type, options, layout);
}

Metadata kept_by_zarr(const fs::path& file, const Metadata& metadata, const ImageType& type) {
  CfAttributes values = kept_by_cf(metadata, type.dtype);
  Metadata kept{.nodata = values.nodata, .quantity = std::move(values.quantity)};
  if (std::ssize(metadata.axes) != type.shape.rank()) return kept;
  kept.axes = metadata.axes;
  if (is_ome(file))
    kept.origin = metadata.origin;
  else
    for (Axis& axis : kept.axes) axis = {.name = axis.name};
  return kept;
}

}  // namespace preamar::io
