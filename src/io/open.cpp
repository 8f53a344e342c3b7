#include "io/open.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/colour/channel.h"
#include "io/csv.h"
#include "io/format.h"
#include "io/header_text.h"
#include "io/input_identity.h"
#include "io/mask.h"
#include "io/metadata.h"
#include "io/slices/slices.h"
#include "io/slide/slide.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace preamar::io {
namespace {

constexpr const Format* formats[] = {&jpeg_format,  &meta_format, &nifti_format,     &nifti_gzip_format,
                                     &npy_format,   &nrrd_format, &ome_tiff_format,  &png_format,
                                     &slide_format, &tiff_format, &tiff_mask_format, &zarr_format};

std::string lower_suffix(const std::filesystem::path& file) { return lower_case(file.extension().string()); }

template <class List, class Name>
std::string joined(const List& list, Name&& name) {
  std::string words;
  for (const auto& item : list) words += text(words.empty() ? "" : ", ", name(item));
  return words;
}

constexpr auto itself = [](std::string_view word) { return word; };

// Null for a name without a known suffix; of two suffixes, such as ".ome.tif" and ".tif", the longer one counts.
const Format* find_format(const std::filesystem::path& file) {
  const std::string name = lower_case(file.filename().string());
  const Format* found = nullptr;
  std::size_t longest = 0;
  for (const Format* format : formats)
    for (const std::string_view suffix : format->suffixes)
      if (suffix.size() > longest && name.size() > suffix.size() && name.ends_with(suffix)) {
        found = format;
        longest = suffix.size();
      }
  if (found) return found;
  // A folder within an image that is a folder.
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || folder == file) return nullptr;
  const Format* const outer = find_format(folder);
  return outer && outer->folder ? outer : nullptr;
}

const Format& format_of(const std::filesystem::path& file) {
  if (is_url(file)) (void)parse_url(file);  // refuses a query, which no message may have
  if (const Format* format = find_format(file)) return *format;
  const std::string suffix = lower_suffix(file);
  const std::string known = joined(formats, [](const Format* format) { return joined(format->suffixes, itself); });
  throw Error(ErrorKind::call, text(file.string(), ": ", suffix.empty() ? "no suffix" : text("suffix '", suffix, "'"),
                                    " is not an image format; known are ", known));
}

const Format& writable_format_of(const std::filesystem::path& file) {
  const Format& format = format_of(file);
  if (!format.open_sink)
    throw Error(ErrorKind::call,
                text(file.string(), ": ", format.name, " is read, not written; write ", format.instead));
  return format;
}

void require_holds(const Format& format, const std::filesystem::path& file, const ImageType& type) {
  const int rank = type.shape.rank();
  if (rank < 2 || type.shape.count() == 0)
    throw Error(ErrorKind::input,
                text(file.string(), ": an image of shape '", type.shape.text(),
                     "' cannot be written; give rank 2 or 3 and at least one pixel, or write one of rank 1 to .csv"));
  if (rank > format.highest_rank)
    throw Error(ErrorKind::input, text(file.string(), ": ", format.name, " does not hold an image of rank ", rank,
                                       "; write ", format.instead));
  if (std::ranges::find(format.dtypes, type.dtype) == format.dtypes.end())
    throw Error(ErrorKind::input,
                text(file.string(), ": ", format.name, " does not hold ", name_of(type.dtype), " but ",
                     joined(format.dtypes, name_of), "; write ", format.instead, " or convert"));
}

void require_storable(const Format& format, const std::filesystem::path& file) {
  if (!format.folder)
    throw Error(ErrorKind::call, text(file.string(), ": ", format.name,
                                      " is not written to a store, which has no writes "
                                      "in the middle of an object; give a name that ends in .ome.zarr"));
  (void)store_of(file);  // parses the name
}

void require_folder(const Format& format, const std::filesystem::path& file) {
  if (is_url(file)) return require_storable(format, file);
  std::filesystem::path folder = file.parent_path();
  if (format.folder && format.folder->makes_parent(file)) folder = folder.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::io, text(file.string(), ": there is no folder ", folder.string()));
}

void require_compression(const Format& format, const std::filesystem::path& file, const std::string& given) {
  if (std::ranges::find(format.compressions, given) == format.compressions.end())
    throw Error(ErrorKind::call, text(file.string(), ": compression '", given, "' is none of ", format.name,
                                      "'s; give ", joined(format.compressions, itself)));
}

void require_cog(const Format& format, const std::filesystem::path& file, const ImageType& type,
                 const WriteOptions& options) {
  if (!format.has_cog)
    throw Error(ErrorKind::call,
                text(file.string(), ": a COG was asked for; it is a TIFF, not ", format.name, "; give .tif"));
  if (type.shape.rank() != 2)
    throw Error(ErrorKind::input, text(file.string(), ": a COG holds one plane; an image of rank ", type.shape.rank(),
                                       " was given; leave out ", setting("cog", "true")));
  if (options.tile == 0)
    throw Error(ErrorKind::call, text(file.string(), ": a COG has tiles; give a ", setting("tile", "256"), " or more"));
  if (options.pyramid.empty() && type.dtype != DType::boolean)
    throw Error(ErrorKind::call, text(file.string(), ": a COG has smaller copies of the image; give ",
                                      setting("pyramid", "mean"), ", or for labels ", setting("pyramid", "nearest")));
}

// What only some formats have.
void require_layout(const Format& format, const std::filesystem::path& file, const ImageType& type,
                    const WriteOptions& options) {
  if (options.cog) require_cog(format, file, type, options);
  const bool has_pyramid = !options.pyramid.empty() && !options.cog;
  if (!format.folder && (options.shard.rank() > 0 || has_pyramid))
    throw Error(ErrorKind::call, text(file.string(), ": a ", has_pyramid ? "pyramid" : "shard", " was asked for; ",
                                      format.name, " is written without; give .ome.zarr",
                                      has_pyramid && format.has_cog ? text(", or ", setting("cog", "true")) : ""));
}

void require_row(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  if (type.shape.rank() != 1)
    throw Error(ErrorKind::input, text(file.string(), ": a .csv holds one row of numbers; an image of rank ",
                                       type.shape.rank(), " was given; write .tif"));
  if (!options.compression.empty())
    throw Error(ErrorKind::call,
                text(file.string(), ": compression '", options.compression, "' was given; a .csv has none"));
}

void require_no_parts(const Format& format, const std::filesystem::path& file, const ReadOptions& options) {
  if (options.level != 0)
    throw Error(ErrorKind::call,
                text(file.string(), ": level ", options.level, " was given; ", format.name, " has level 0 only"));
  if (!options.select.empty())
    throw Error(ErrorKind::call, text(file.string(), ": select '", options.select, "' was given; ", format.name,
                                      " has no axes but the image's own"));
}

// Nothing if these options do not make the image readable.
std::optional<FileInfo> info_with(const std::filesystem::path& file, const ReadOptions& options) try {
  return open_source(file, options)->info();
} catch (const Error&) {
  return std::nullopt;
}

// The image at the first position of the axes c and t, or its first band; nothing if that does not make it readable.
std::optional<FileInfo> at_first_position(const std::filesystem::path& file, const ReadOptions& options) {
  const Format* const format = find_format(file);
  if (!options.select.empty() || !format || !format->has_parts) return std::nullopt;
  for (const char* select : {"c=0", "t=0", "t=0,c=0", "band=1"}) {
    ReadOptions first = options;
    first.select = select;
    if (std::optional<FileInfo> info = info_with(file, first)) return info;
  }
  return std::nullopt;
}

// A colour image as its file stores it; nothing if a channel was given or is not what is missing.
std::optional<FileInfo> before_a_channel(const std::filesystem::path& file, const ReadOptions& options) {
  if (!options.channel.empty()) return std::nullopt;
  ReadOptions grey{.level = options.level, .select = options.select, .channel = "luminance"};  // keeps the dtype
  std::optional<FileInfo> info = info_with(file, grey);
  if (info) info->channel.clear();
  return info;
}

// What the header says; nothing if even that cannot be parsed.
std::optional<FileInfo> outline_by(const Format& format, const std::filesystem::path& file) try {
  return format.outline ? std::optional(format.outline(file)) : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

// Whether OpenSlide reads a file that the format itself refuses: libtiff does not decode JPEG 2000.
bool is_slide_inside(const Format& format, const std::filesystem::path& file) {
  if (&format == &slide_format) return false;
  const std::optional<FileInfo> info = outline_by(format, file);
  return info && info->compression == "JPEG 2000" && slide::is_slide(file);
}

std::optional<FileInfo> outline_of(const std::filesystem::path& file) {
  const Format* const format = find_format(file);
  if (!format) return std::nullopt;
  return outline_by(is_slide_inside(*format, file) ? slide_format : *format, file);
}

std::unique_ptr<Source> open_as(const Format& format, const std::filesystem::path& file,
                                const ReadOptions& options) try {
  return format.open_source(file, options);
} catch (const Error& error) {
  if (error.kind() != ErrorKind::input || !is_slide_inside(format, file)) throw;
  return slide::open_source(file, options);
}

std::string_view compression_of(const Format& format, const WriteOptions& options) {
  return options.compression.empty() ? format.compressions.front() : std::string_view(options.compression);
}

Metadata kept_metadata(const std::filesystem::path& file, const Metadata& metadata, const ImageType& type) {
  const Format& format = format_of(file);
  return format.kept ? format.kept(file, metadata, type) : Metadata();
}

void require_kept(const std::filesystem::path& file, const ImageType& type, const Metadata& metadata) {
  const std::vector<std::string> lost = metadata_loss(file, type, metadata);
  if (!lost.empty())
    throw Error(ErrorKind::input,
                text(file.string(), ": ", format_of(file).name, " does not keep the ", joined(lost, itself),
                     " of this image; write ", format_of(file).instead, ", or leave out `strict=true`"));
}

// Before memory is asked for; `origin` and `shape` may come from outside.
void require_part(const std::filesystem::path& file, const Shape& image, std::span<const std::int64_t> origin,
                  const Shape& shape) {
  const int rank = image.rank();
  if (std::ssize(origin) != rank || shape.rank() != rank)
    throw Error(ErrorKind::call, text(file.string(), ": region has ", origin.size(), " axes; the image is ",
                                      image.text(), "; give ", rank));
  for (int axis = 0; axis < rank; ++axis) {
    const std::int64_t begin = origin[static_cast<std::size_t>(axis)];
    if (begin < 0 || shape[axis] < 1 || begin > image[axis] - shape[axis])
      throw Error(ErrorKind::call,
                  text(file.string(), ": region begins at ", begin, " and has ", shape[axis], " pixels along axis ",
                       axis, "; it must have at least one, from 0 to ", image[axis]));
  }
}

Image room_for(const std::filesystem::path& file, const ImageType& type) try {
  return Image(type);
} catch (const Error& error) {
  throw Error(error.kind(), text(file.string(), ": ", error.what()));
}

// As OpenFile.
std::unique_ptr<Source> open_file(const std::filesystem::path& file, const ReadOptions& options) {
  std::error_code none;
  const bool is_folder = !is_url(file) && std::filesystem::is_directory(file, none);
  const Format* const known = find_format(file);
  if (is_folder && !(known && known->folder)) return open_slices(file, options);
  const Format& format = format_of(file);
  if (is_url(file) && !format.reads_stores)
    throw Error(ErrorKind::call,
                text(file.string(), ": ", format.name, " is read from files only; download it, or store ",
                     "it as .ome.zarr or as a tiled .tif"));
  if (!format.has_parts) require_no_parts(format, file, options);
  auto source = open_as(format, file, options);
  if (source->info().channel.empty() && !options.channel_if_colour) require_no_channel(file, options);
  if (options.ignore_metadata) source->forget_metadata();
  if (options.nodata) source->set_nodata(*options.nodata);
  return source;
}

}  // namespace

std::unique_ptr<Source> open_source(const std::filesystem::path& file, const ReadOptions& options) {
  if (options.mask) return open_mask(file, options, open_file);
  auto source = open_file(file, options);
  if (has_mask_beside(*source)) source->note_mask();
  return source;
}

std::unique_ptr<Sink> open_sink(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  require_writable(file, type, options);
  const SharedOutput output = options.begun ? options.begun : begin_output(file, options);
  output->open(OutputTransaction::Leftovers::remove);
  return open_sink(output, type, options);
}

std::unique_ptr<Sink> open_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  require_writable(output->file(), type, options);
  const Format& format = writable_format_of(output->file());
  WriteOptions resolved = options;
  resolved.compression = compression_of(format, options);
  resolved.metadata = kept_metadata(output->file(), options.metadata, type);
  return format.open_sink(output, type, resolved);
}

void write_into(const SharedOutput& output, ConstImageView image, const WriteOptions& options) {
  if (is_csv(output->file())) return write_row(output, image);
  const auto sink = open_sink(output, image.type(), options);
  const std::array<std::int64_t, max_rank> origin{};
  sink->write(origin.data(), image);
  sink->finish({});
}

SharedOutput output_at(const std::filesystem::path& file, const WriteOptions& options, const JobPart* job) {
  const FolderRules* const folder = is_table_file(file) ? nullptr : writable_format_of(file).folder;
  return is_url(file) ? store_transaction(file, options, folder, job) : file_transaction(file, options, folder, job);
}

bool is_folder_of_files(const std::filesystem::path& file) {
  return !is_table_file(file) && writable_format_of(file).folder != nullptr;
}

std::optional<std::filesystem::path> mask_kept_beside(const std::filesystem::path& file, const ImageType& type) {
  if (is_url(file) || type.shape.rank() != 2 || !format_of(file).keeps_mask) return std::nullopt;
  return mask_file(file);
}

Shape stored_chunk(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  const Format& format = writable_format_of(file);
  const std::string_view needed = format.chunk_compression;
  if (!is_written_in_blocks(file, options))
    throw Error(ErrorKind::call, text(file.string(), ": ", format.name,
                                      needed.empty() ? "" : text(" with ", compression_of(format, options)),
                                      " is written as one stream, not in blocks; write .tif or .ome.zarr",
                                      needed.empty() ? "" : text(", or give ", setting("compression", needed))));
  return format.chunk(type, options);
}

}  // namespace preamar::io

namespace preamar {
using namespace io;

std::shared_ptr<OutputTransaction> begin_output(const std::filesystem::path& file, const WriteOptions& options) {
  SharedOutput output = output_at(file, options);
  output->require_replaceable();
  return output;
}

bool is_written_in_blocks(const std::filesystem::path& file, const WriteOptions& options) {
  if (is_csv(file)) return true;
  const Format& format = writable_format_of(file);
  return format.chunk &&
         (format.chunk_compression.empty() || format.chunk_compression == compression_of(format, options));
}

void require_writable(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  if (is_csv(file)) return require_row(file, type, options);
  const Format& format = writable_format_of(file);
  if (!options.compression.empty()) require_compression(format, file, options.compression);
  require_holds(format, file, type);
  require_folder(format, file);
  if (!options.has_mask) require_no_mask_beside(file, type.shape);
  if (format.require_alone) format.require_alone(file);
  require_layout(format, file, type, options);
  if (format.chunk) (void)format.chunk(type, options);
  if (options.strict) require_kept(file, type, options.metadata);
}

std::vector<std::string> metadata_loss(const std::filesystem::path& file, const ImageType& type,
                                       const Metadata& metadata) {
  if (is_csv(file)) return {};
  return missing_parts(metadata, kept_metadata(file, metadata, type));
}

ReadOptions read_options_for(std::span<const std::filesystem::path> files, ReadOptions options) {
  if (files.size() < 2 || options.channel.empty() || options.channel_if_colour) return options;
  ReadOptions shared = options;
  shared.channel_if_colour = true;
  for (const std::filesystem::path& file : files)
    if (!open_source(file, shared)->info().channel.empty()) return shared;
  return options;
}

FileInfo describe(const std::filesystem::path& file, const ReadOptions& options) try {
  return open_source(file, options)->info();
} catch (const Error& error) {
  if (error.kind() != ErrorKind::input || options.mask) throw;
  std::optional<FileInfo> info = before_a_channel(file, options);
  if (!info) info = at_first_position(file, options);
  if (!info) info = outline_of(file);
  if (!info) throw;
  info->refusal = error.what();
  if (const std::string name = text(file.string(), ": "); info->refusal.starts_with(name))
    info->refusal.erase(0, name.size());
  return *info;
}

Image read_image(const std::filesystem::path& file, const ReadOptions& options) {
  const auto source = open_source(file, options);
  const InputIdentity before = identity_of(*source);
  Image image = room_for(file, source->info().type);
  const std::array<std::int64_t, max_rank> origin{};
  source->read(origin.data(), image);
  if (identity_of(*source) != before)
    throw Error(ErrorKind::io, text(file.string(), ": changed while it was read; read it again"));
  return image;
}

Image read_region(const std::filesystem::path& file, std::span<const std::int64_t> origin, const Shape& shape,
                  const ReadOptions& options) {
  const auto source = open_source(file, options);
  const ImageType& type = source->info().type;
  require_part(file, type.shape, origin, shape);
  Image image = room_for(file, {type.dtype, shape});
  source->read(origin.data(), image);
  return image;
}

void write_image(const std::filesystem::path& file, ConstImageView image, const WriteOptions& options) {
  if (is_csv(file)) {
    require_row(file, image.type(), options);
    return write_row(file, image, options);
  }
  if (options.chunk.rank() > 0 && !format_of(file).folder)
    throw Error(ErrorKind::call, text(file.string(), ": a chunk shape was given; ", format_of(file).name,
                                      " has none; leave it out, or write .ome.zarr"));
  const auto sink = open_sink(file, image.type(), options);
  const std::array<std::int64_t, max_rank> origin{};
  sink->write(origin.data(), image);
  sink->close();
}

}  // namespace preamar
