#include "io/named_file.h"

#include "core/error_text.h"
#include "core/url.h"
#include "platform/beneath.h"

#include <preamar/error.h>

#include <algorithm>

namespace preamar::io {

std::filesystem::path named_file(const std::filesystem::path& file, std::string_view field, std::string_view name) {
  const std::filesystem::path given(name);
  const std::filesystem::path folder = file.parent_path();
  const auto refuse = [&](std::string_view why) {
    throw Error(ErrorKind::input, text(file.string(), ": its field '", field, "' names '", name, "', which ", why,
                                       "; only files in its own folder or below are read, so copy the data there"));
  };
  if (name.empty()) refuse("is not a name");
  if (given.is_absolute()) refuse("is an absolute path");
  if (std::ranges::find(given, std::filesystem::path("..")) != given.end()) refuse("leads outside the folder");
  if (!is_url(folder) && !is_beneath(folder / given, folder)) refuse("leads outside the folder through a link");
  return folder / given;
}

}  // namespace preamar::io
