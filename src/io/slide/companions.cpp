#include "io/slide/companions.h"

#include "core/error_text.h"
#include "io/header_text.h"
#include "io/named_file.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace preamar::io::slide {
namespace {

using Path = std::filesystem::path;

// The files that lines such as "ImageFile(1,0)=name.jpg" name, for keys that begin with one of `keys`.
template <std::size_t count>
std::vector<Path> named_files(const Path& list, const std::string_view (&keys)[count]) {
  std::vector<Path> found;
  const InFile in(list);
  HeaderLines lines(in);
  for (std::string_view line; lines.next(line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (!value.empty() && std::ranges::any_of(keys, [&](std::string_view begin) { return key.starts_with(begin); }))
      found.push_back(named_file(list, key, value));
  }
  return found;
}

std::vector<Path> files_in(const Path& folder) {
  std::vector<Path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) found.push_back(entry.path());
  return found;
}

}  // namespace

std::vector<Path> companions(const Path& slide) try {
  static constexpr std::string_view mirax_keys[] = {"INDEXFILE", "FILE_"};
  static constexpr std::string_view hamamatsu_keys[] = {"ImageFile", "MapFile", "OptimisationFile", "MacroImage"};
  const std::string suffix = lower_case(slide.extension().string());
  if (suffix == ".mrxs") {
    const Path folder = Path(slide).replace_extension();
    (void)named_files(folder / "Slidedat.ini", mirax_keys);
    return files_in(folder);
  }
  if (suffix == ".vms" || suffix == ".vmu") return named_files(slide, hamamatsu_keys);
  if (suffix != ".dcm") return {};
  std::vector<Path> others = files_in(slide.parent_path().empty() ? Path(".") : slide.parent_path());
  std::erase_if(others, [&](const Path& file) {
    return file.filename() == slide.filename() || lower_case(file.extension().string()) != ".dcm";
  });
  return others;
} catch (const std::filesystem::filesystem_error& error) {
  throw Error(ErrorKind::io, text(slide.string(), ": ", error.code().message(), ": ", error.path1().string()));
}

}  // namespace preamar::io::slide
