#include "blocks/call/endpoints.h"

#include "core/error_text.h"
#include "io/open.h"
#include "io/pixels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace preamar::blocks {
namespace {

// Reads of about this size spread the cost of a call, and are small enough for many calls at one time.
constexpr double bytes_per_call = 0x1p22;

// The whole chunks that one call reads. Rank 0 if the image has no chunks.
Shape region_per_call(const ImageType& type, const Shape& chunk) {
  if (chunk.rank() == 0) return {};
  auto bytes = static_cast<double>(size_of(type.dtype));
  for (int axis = 0; axis < chunk.rank(); ++axis) bytes *= static_cast<double>(chunk[axis]);
  std::array<std::int64_t, max_rank> extent{};
  for (int axis = chunk.rank() - 1; axis >= 0; --axis) {
    const double chunks = std::ceil(static_cast<double>(type.shape[axis]) / static_cast<double>(chunk[axis]));
    const double times = std::floor(std::max(1.0, std::min(chunks, bytes_per_call / bytes)));
    extent[static_cast<std::size_t>(axis)] = chunk[axis] * static_cast<std::int64_t>(times);
    bytes *= times;
  }
  return {extent.data(), chunk.rank()};
}

class CallerSource : public io::Source {
 public:
  explicit CallerSource(const RegionReader& reader) : Source(reader.name), read_(reader.read) {
    info_.type = reader.type;
    info_.chunk = region_per_call(reader.type, reader.chunk);
    info_.metadata.nodata = reader.nodata;
  }
  void each_file(const std::function<void(const Path&)>&) const override {}

 private:
  void read_region(const std::int64_t* origin, ImageView out) override { read_(origin, out); }

  std::function<void(const std::int64_t*, ImageView)> read_;
};

class CallerSink : public io::Sink {
 public:
  explicit CallerSink(const RegionWriter& writer) : Sink(writer.name, writer.type), writer_(writer) {
    std::array<std::int64_t, max_rank> one{};
    one.fill(1);
    chunk_ = writer.chunk.rank() > 0 ? writer.chunk : Shape(one.data(), writer.type.shape.rank());
    takes_any_order_ = true;
  }
  void finish(const Execution& /*on*/) override {}

 private:
  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    writer_.write(origin, image);
    return 0;
  }

  const RegionWriter& writer_;
};

// `end` is a reader or a writer.
template <class End>
void require_chunk(std::string_view owner, const End& end) {
  const Shape& chunk = end.chunk;
  bool fits = chunk.rank() == 0 || chunk.rank() == end.type.shape.rank();
  for (int axis = 0; fits && axis < chunk.rank(); ++axis) fits = chunk[axis] > 0;
  if (!fits)
    throw Error(ErrorKind::call, text(owner, ": ", end.name, " has chunks of ", chunk.text(), "; its shape is ",
                                      end.type.shape.text(), ", which needs a number of at least 1 per axis"));
}

}  // namespace

std::string shown_name(const BlockInput& input) {
  const Path* file = file_of(input);
  return file ? file->string() : std::get<RegionReader>(input).name;
}

std::string shown_name(const BlockOutput& output) {
  const Path* file = file_of(output);
  return file ? file->string() : std::get<RegionWriter>(output).name;
}

std::unique_ptr<io::Source> open_input(std::string_view owner, const BlockInput& input, const ReadOptions& options) {
  if (const Path* file = file_of(input)) return io::open_source(*file, options);
  const auto& reader = std::get<RegionReader>(input);
  if (!reader.read)
    throw Error(ErrorKind::call, text(owner, ": ", reader.name, " has no function to read it; set `read`"));
  require_chunk(owner, reader);
  auto source = std::make_unique<CallerSource>(reader);
  if (options.ignore_metadata) source->forget_metadata();
  if (options.nodata) source->set_nodata(*options.nodata);
  return source;
}

FileInfo info_of(std::string_view owner, const BlockInput& input, const ReadOptions& options) {
  FileInfo info = open_input(owner, input, options)->info();
  if (const auto* reader = std::get_if<RegionReader>(&input)) info.chunk = reader->chunk;
  return info;
}

std::unique_ptr<io::Sink> open_output(const RegionWriter& writer) { return std::make_unique<CallerSink>(writer); }

Shape chunk_of(const BlockOutput& output, const ImageType& type, const WriteOptions& options) {
  const Path* file = file_of(output);
  return file ? io::stored_chunk(*file, type, options) : std::get<RegionWriter>(output).chunk;
}

void require_type(std::string_view owner, const BlockOutput& output, const ImageType& type) {
  const auto* writer = std::get_if<RegionWriter>(&output);
  if (!writer) return;
  if (!writer->write)
    throw Error(ErrorKind::call, text(owner, ": ", writer->name, " has no function to write it; set `write`"));
  if (writer->type.dtype != type.dtype)
    throw Error(ErrorKind::call, text(owner, ": ", writer->name, " has dtype ", name_of(writer->type.dtype),
                                      "; the result is ", name_of(type.dtype)));
  if (writer->type.shape != type.shape)
    throw Error(ErrorKind::call, text(owner, ": ", writer->name, " has shape ", writer->type.shape.text(),
                                      "; the result is ", type.shape.text()));
  require_chunk(owner, *writer);
}

}  // namespace preamar::blocks

namespace preamar {

RegionReader memory_reader(ConstImageView image, std::string_view name) {
  return {.type = image.type(),
          .read = [image](const std::int64_t* origin,
                          ImageView out) { io::copy_image(io::crop(image, origin, out.shape()), out); },
          .name = std::string(name)};
}

RegionWriter memory_writer(ImageView image, std::string_view name) {
  return {
      .type = image.type(),
      .write = [image](const std::int64_t* origin,
                       ConstImageView part) { io::copy_image(part, io::crop<ImageView>(image, origin, part.shape())); },
      .name = std::string(name)};
}

}  // namespace preamar
