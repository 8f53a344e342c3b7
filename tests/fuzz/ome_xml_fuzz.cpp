// The description of an OME-TIFF. The result must be its content, nothing, or an Error.
#include "io/ome/ome_xml.h"

#include <preamar/error.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace preamar;
  using namespace preamar::io;
  try {
    const std::string_view words(reinterpret_cast<const char*>(data), size);
    const auto pixels = read_ome_xml("a.tif", words);
    if (!pixels) return 0;
    constexpr std::int64_t page_count = 100;
    for (const std::int64_t page : pixels->pages("a.tif", page_count))
      if (page < -1 || page >= page_count) std::abort();
  } catch (const Error&) {
  }
  return 0;
}
