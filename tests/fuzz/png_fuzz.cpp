// A PNG made of the input. The result must be an image, regions of it, or an Error.
#include "input.h"
#include "io/format.h"

#include <preamar/error.h>

namespace {

using namespace preamar;
using namespace preamar::io;

const std::filesystem::path& file() {
  static const fuzz::OwnPath own(".png");
  return own.get();
}

void read_with(const ReadOptions& options) try {
  fuzz::read_corners(*png_format.open_source(file(), options));
} catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::store(file(), data, size);
  read_with({});
  read_with({.channel = "luminance"});
  read_with({.channel = "alpha"});
  return 0;
}
