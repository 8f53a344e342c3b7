#include "files.h"

#include "core/error_text.h"
#include "core/url.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>

namespace preamar::cli {

namespace {

void require_free(std::string_view command, const Path& file, const Settings& settings) {
  // A run that is resumed may have finished it.
  if (!settings.overwrite && !settings.resume && std::filesystem::exists(file))
    throw Error(ErrorKind::call, text(command, ": ", file.string(), " exists; --overwrite replaces it"));
}

void require_folder(std::string_view command, const Path& file) {
  const Path folder = file.parent_path();
  if (is_url(file)) return;  // a store has no folders
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::io, text(command, ": ", file.string(), ": there is no folder ", folder.string()));
}

void require_product(std::string_view command, const Path& file, const ImageType& type, const Settings& settings) {
  if (file == standard_output && type.shape.rank() == 1) return;
  if (file == standard_output)
    throw Error(ErrorKind::call, text(command, ": ", standard_output, " takes tables; the output is an image of ",
                                      type_text(type), "; name a file"));
  require_new_image(command, file, type, settings);
  if (settings.write.chunk.rank() > 0 && file.string().find(".zarr") == std::string::npos)
    throw Error(ErrorKind::call,
                text(command, ": ", file.string(), ": --chunk is for Zarr; leave it out, or write .zarr or .ome.zarr"));
}

}  // namespace

TemporaryTable::TemporaryTable() {
  std::random_device number;
  const Path parent = std::filesystem::temp_directory_path();
  do folder_ = parent / text("preamar-", number());
  while (!std::filesystem::create_directory(folder_));
}

TemporaryTable::~TemporaryTable() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void TemporaryTable::print() const { std::cout << std::ifstream(file(), std::ios::binary).rdbuf(); }

void require_outputs(std::string_view command, const std::vector<Path>& outputs, const Products& products,
                     const Settings& settings) {
  const std::size_t count = products.count();
  if (outputs.size() != count)
    throw Error(ErrorKind::call, text(command, ": -o names ", outputs.size(), outputs.size() == 1 ? " file" : " files",
                                      "; ", count, count == 1 ? " is" : " are", " written"));
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    if (std::find(outputs.begin(), file, *file) != file)
      throw Error(ErrorKind::call, text(command, ": -o names ", file->string(), " twice"));
    const auto position = static_cast<std::size_t>(file - outputs.begin());
    if (position < products.images.size()) {
      require_product(command, *file, products.images[position], settings);
    } else if (*file != standard_output) {
      require_table_writable(*file, *products.table, settings.write.outlines);
      require_new_file(command, *file, settings);
    }
  }
}

void require_new_image(std::string_view command, const Path& file, const ImageType& type, const Settings& settings) {
  require_free(command, file, settings);
  require_writable(file, type, settings.write);
}

void require_new_file(std::string_view command, const Path& file, const Settings& settings) {
  require_free(command, file, settings);
  require_folder(command, file);
}

Image read_file(Session& session, const Path& file, const ReadOptions& options) {
  session.stage(text("read ", file.filename().string()));
  Image image = read_image(file, options);
  session.explain(text("read ", file.string(), ": ", type_text(image.type())));
  return image;
}

std::vector<std::shared_ptr<OutputTransaction>> begin_outputs(const std::vector<Path>& outputs,
                                                              const Settings& settings) {
  std::vector<std::shared_ptr<OutputTransaction>> begun;
  for (const Path& file : outputs)
    begun.push_back(file == standard_output ? nullptr : begin_output(file, settings.write));
  return begun;
}

void write_file(Session& session, const Path& file, ConstImageView image, const WriteOptions& options) {
  session.stage(text("write ", file.filename().string()));
  write_image(file, image, options);
  session.explain(text("wrote ", file.string(), ": ", type_text(image.type())));
}

void write_file(Session& session, const Path& file, const Table& table, const WriteOptions& options) {
  session.stage(text("write ", file.filename().string()));
  if (file == standard_output)
    write_table(std::cout, table);
  else
    write_table(file, table, options);
  session.explain(text("wrote ", file.string(), ": ", table.rows(), " rows"));
}

Record table_record(const Path& file, const Table& table, std::int64_t rows) {
  return {{{"file", file.string()}, {"rows", rows}, {"columns", static_cast<std::int64_t>(table.columns.size())}}};
}

Record file_record(const Path& file, const ImageType& type) {
  return {{{"file", file.string()},
           {"shape", extents(type.shape)},
           {"dtype", std::string(name_of(type.dtype))},
           {"bytes", bytes_of(type)}}};
}

}  // namespace preamar::cli
