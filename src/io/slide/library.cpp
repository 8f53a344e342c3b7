#include "io/slide/library.h"

#include "core/error_text.h"
#include "platform/library.h"

#include <preamar/io.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace preamar::io::slide {
namespace {

struct Search {
  std::mutex mutex;
  std::string offered;  // set_openslide_library()
  bool found = false;
  Library table{};
  std::string why;  // of the last search
};

Search& search() {
  static Search one;
  return one;
}

std::vector<std::string> names(const std::string& offered) {
  if (const char* const given = std::getenv("PREAMAR_OPENSLIDE"); given && *given) return {given};
  std::vector<std::string> list = {"libopenslide.so.1", "libopenslide.so.0"};
  if (!offered.empty()) list.insert(list.begin(), offered);
  return list;
}

// Empty, or what is wrong with it.
std::string fill(Library& table, const std::string& name) {
  LibraryFunctions library(name);
  library.find("openslide_get_version", table.get_version);
  library.find("openslide_detect_vendor", table.detect_vendor);
  library.find("openslide_open", table.open);
  library.find("openslide_close", table.close);
  library.find("openslide_get_level_count", table.get_level_count);
  library.find("openslide_get_level_dimensions", table.get_level_dimensions);
  library.find("openslide_get_level_downsample", table.get_level_downsample);
  library.find("openslide_read_region", table.read_region);
  library.find("openslide_get_error", table.get_error);
  library.find("openslide_get_property_value", table.get_property_value);
  return library.why();
}

}  // namespace

const Library* library_if_present() {
  Search& all = search();
  const std::lock_guard lock(all.mutex);
  if (all.found) return &all.table;
  all.why.clear();
  for (const std::string& name : names(all.offered)) {
    const std::string why = fill(all.table, name);
    all.found = why.empty();
    if (all.found) return &all.table;
    all.why += text(all.why.empty() ? "" : "; ", why);
  }
  return nullptr;
}

const Library& library(const std::filesystem::path& file) {
  if (const Library* const found = library_if_present()) return *found;
  throw Error(ErrorKind::io,
              text(file.string(), ": slides are read through OpenSlide, which cannot be opened (", search().why,
                   "); install the Debian package libopenslide0 or the PyPI package "
                   "openslide-bin, or set PREAMAR_OPENSLIDE to the path of the library"));
}

}  // namespace preamar::io::slide

void preamar::set_openslide_library(const std::filesystem::path& library) {
  io::slide::Search& all = io::slide::search();
  const std::lock_guard lock(all.mutex);
  all.offered = library.string();
}
