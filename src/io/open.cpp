#include "io/open.h"

#include "core/error_text.h"
#include "io/csv.h"
#include "io/format.h"
#include "io/header_text.h"
#include "io/input_identity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace preamar::io {
namespace {

constexpr const Format* formats[] = {&meta_format, &nrrd_format, &ome_tiff_format,
                                     &png_format,  &tiff_format, &zarr_format};

std::string suffix_of(const std::filesystem::path& file) { return lower_case(file.extension().string()); }

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
  if (const Format* format = find_format(file)) return *format;
  const std::string suffix = suffix_of(file);
  const std::string known = joined(formats, [](const Format* format) { return joined(format->suffixes, itself); });
  throw Error(ErrorKind::call, text(file.string(), ": ", suffix.empty() ? "no suffix" : text("suffix '", suffix, "'"),
                                    " is no image format; known are ", known));
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

void require_folder(const Format& format, const std::filesystem::path& file) {
  std::filesystem::path folder = file.parent_path();
  if (format.folder && folder.filename() == "labels") folder = folder.parent_path();  // made with the first of them
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::io, text(file.string(), ": there is no folder ", folder.string()));
}

void require_compression(const Format& format, const std::filesystem::path& file, const std::string& given) {
  if (std::ranges::find(format.compressions, given) == format.compressions.end())
    throw Error(ErrorKind::call, text(file.string(), ": compression '", given, "' is none of ", format.name,
                                      "'s; give ", joined(format.compressions, itself)));
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

// The image at the first position of the axes c and t; nothing if that does not make it readable.
std::optional<FileInfo> at_first_position(const std::filesystem::path& file, const ReadOptions& options) {
  if (!options.select.empty() || !format_of(file).has_parts) return std::nullopt;
  for (const char* select : {"c=0", "t=0", "t=0,c=0"}) try {
      return open_source(file, {.level = options.level, .select = select})->info();
    } catch (const Error&) {
      continue;  // the axes are others
    }
  return std::nullopt;
}

// What the header says; nothing if even that cannot be parsed.
std::optional<FileInfo> outline_of(const std::filesystem::path& file) try {
  const Format& format = format_of(file);
  return format.outline ? std::optional(format.outline(file)) : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

Image room_for(const std::filesystem::path& file, const ImageType& type) try {
  return Image(type);
} catch (const Error& error) {
  throw Error(error.kind(), text(file.string(), ": ", error.what()));
}

}  // namespace

std::unique_ptr<Source> open_source(const std::filesystem::path& file, const ReadOptions& options) {
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(file, none);
  const Format* const known = find_format(file);
  if (is_folder && !(known && known->folder))
    throw Error(ErrorKind::io, text(file.string(), ": is a folder; give an image file"));
  const Format& format = format_of(file);
  if (!format.has_parts) require_no_parts(format, file, options);
  return format.open_source(file, options);
}

std::unique_ptr<Sink> open_sink(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  require_writable(file, type, options);
  const SharedOutput output = options.begun ? options.begun : begin_output(file, options);
  output->open(OutputTransaction::Leftovers::remove);
  return open_sink(output, type, options);
}

std::unique_ptr<Sink> open_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  require_writable(output->file(), type, options);
  const Format& format = format_of(output->file());
  WriteOptions resolved = options;
  if (resolved.compression.empty()) resolved.compression = format.compressions.front();
  return format.open_sink(output, type, resolved);
}

SharedOutput output_at(const std::filesystem::path& file, const WriteOptions& options) {
  return std::make_shared<OutputTransaction>(file, options, is_csv(file) ? nullptr : format_of(file).folder);
}

Shape stored_piece(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  const Format& format = format_of(file);
  if (!format.piece)
    throw Error(ErrorKind::call, text(file.string(), ": ", format.name,
                                      " is written as one stream, not in blocks; write .tif or .ome.zarr"));
  return format.piece(type, options);
}

}  // namespace preamar::io

namespace preamar {
using namespace io;

std::shared_ptr<OutputTransaction> begin_output(const std::filesystem::path& file, const WriteOptions& options) {
  SharedOutput output = output_at(file, options);
  output->require_replaceable();
  return output;
}

void require_writable(const std::filesystem::path& file, const ImageType& type, const WriteOptions& options) {
  if (is_csv(file)) return require_row(file, type, options);
  const Format& format = format_of(file);
  if (!options.compression.empty()) require_compression(format, file, options.compression);
  require_holds(format, file, type);
  require_folder(format, file);
  if (!format.folder && (options.shard.rank() > 0 || !options.pyramid.empty()))
    throw Error(ErrorKind::call, text(file.string(), ": a ", options.pyramid.empty() ? "shard" : "pyramid",
                                      " was asked for; ", format.name, " is written without; give .ome.zarr"));
  if (format.piece) (void)format.piece(type, options);
}

FileInfo describe(const std::filesystem::path& file, const ReadOptions& options) try {
  return open_source(file, options)->info();
} catch (const Error& error) {
  if (error.kind() != ErrorKind::input) throw;
  std::optional<FileInfo> info = at_first_position(file, options);
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
