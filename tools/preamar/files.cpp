#include "files.h"

#include "core/error_text.h"

#include <algorithm>

namespace preamar::cli {

void require_outputs(std::string_view command, const std::vector<Path>& outputs, const std::vector<ImageType>& types,
                     const Settings& settings) {
  const std::size_t count = types.size();
  if (outputs.size() != count)
    throw Error(ErrorKind::call, text(command, ": -o names ", outputs.size(), outputs.size() == 1 ? " file" : " files",
                                      "; ", count, count == 1 ? " is" : " are", " written"));
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    if (std::find(outputs.begin(), file, *file) != file)
      throw Error(ErrorKind::call, text(command, ": -o names ", file->string(), " twice"));
    if (!settings.overwrite && std::filesystem::exists(*file))
      throw Error(ErrorKind::call, text(command, ": ", file->string(), " exists; --overwrite replaces it"));
    require_writable(*file, types[static_cast<std::size_t>(file - outputs.begin())]);
    const Path folder = file->parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder))
      throw Error(ErrorKind::io, text(command, ": ", file->string(), ": there is no folder ", folder.string()));
  }
}

OwnedImage read_file(Session& session, const Path& file) {
  session.stage(text("read ", file.filename().string()));
  OwnedImage image = read_image(file);
  session.explain(text("read ", file.string(), ": ", type_text(image.type())));
  return image;
}

void write_file(Session& session, const Path& file, const ConstImage& image, const Settings& settings) {
  session.stage(text("write ", file.filename().string()));
  WriteOptions options;
  options.overwrite = settings.overwrite;
  write_image(file, image, options);
  session.explain(text("wrote ", file.string(), ": ", type_text(image.type())));
}

Record file_record(const Path& file, const ImageType& type) {
  return {{{"file", file.string()},
           {"shape", extents(type.shape)},
           {"dtype", std::string(name_of(type.dtype))},
           {"bytes", bytes_of(type)}}};
}

}  // namespace preamar::cli
