// A .nii, and a .nii.gz, made of the input, and a later volume. The result must be an image, regions of it, or an
// Error.
#include "input.h"
#include "io/format.h"

#include <preamar/error.h>

namespace {

using namespace preamar;
using namespace preamar::io;

const std::filesystem::path& file() {
  static const fuzz::OwnPath own("");
  return own.get();
}

void read_as(const Format& format, const ReadOptions& options) try {
  fuzz::read_corners(*format.open_source(file(), options));
} catch (const Error&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::store(file(), data, size);
  for (const Format* format : {&nifti_format, &nifti_gzip_format})
    for (const char* select : {"", "t=1", "t=1,c=1"}) read_as(*format, {.select = select});
  return 0;
}
