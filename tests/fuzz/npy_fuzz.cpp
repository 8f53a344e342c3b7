// A .npy made of the input. The result must be an image, regions of it, or an Error.
#include "input.h"
#include "io/format.h"

#include <preamar/error.h>

namespace {

using namespace preamar;
using namespace preamar::io;

const std::filesystem::path& file() {
  static const fuzz::OwnPath own(".npy");
  return own.get();
}

void read_as(const Format& format) try { fuzz::read_corners(*format.open_source(file(), {})); } catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::store(file(), data, size);
  read_as(npy_format);
  return 0;
}
