// A TIFF made of the input. The result must be an image, regions of it, or an Error.
#include "input.h"
#include "io/tiff/tiff.h"

#include <preamar/error.h>

namespace {

using namespace preamar;
using namespace preamar::io;

const std::filesystem::path& file() {
  static const fuzz::OwnPath own(".tif");
  return own.get();
}

void read_with(const ReadOptions& options) try {
  fuzz::read_corners(*open_tiff_source(file(), options));
} catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::store(file(), data, size);
  read_with({});
  read_with({.level = 1});
  read_with({.select = "c=1,t=0"});
  read_with({.select = "band=2"});
  read_with({.channel = "luminance"});
  read_with({.level = 1, .channel = "eosin"});
  return 0;
}
