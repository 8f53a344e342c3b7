// What Preamar itself parses of a slide: the properties that OpenSlide reports, and the lists of files of slides that
// consist of several. Files that a list names must lie below its folder.
#include "input.h"
#include "io/slide/companions.h"
#include "io/slide/properties.h"

#include <preamar/error.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace {

namespace fs = std::filesystem;
using namespace preamar;
using namespace preamar::io;

const fs::path& folder() {
  static const fuzz::OwnPath own("");
  return own.get();
}

void list_files(const fs::path& slide) try {
  for (const fs::path& file : slide::companions(slide)) {
    const fs::path relative = file.lexically_normal().lexically_relative(folder());
    if (relative.empty() || *relative.begin() == "..") std::abort();
  }
} catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view words(reinterpret_cast<const char*>(data), size);
  (void)slide::parse_colour(words);
  if (const auto length = slide::parse_length(words); length && !(std::isfinite(*length) && *length > 0)) std::abort();
  if (const auto side = slide::chunk_side(words); side && (*side < 256 || *side > 1 << 20)) std::abort();
  fs::create_directories(folder() / "a");
  for (const fs::path& list : {folder() / "a.vms", folder() / "a" / "Slidedat.ini"}) fuzz::store(list, data, size);
  list_files(folder() / "a.vms");
  list_files(folder() / "a.mrxs");
  return 0;
}
