#include "opencl_device.h"

#include "binarise_opencl.h"

namespace binarise_converted::opencl {
namespace {

const char* const text =
#include "binarise_cl.h"
    ;

// Built at the first use.
const Program& kernels() {
  static const Program& program = *new Program(text, "");
  return program;
}

}  // namespace

void Binarizador::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                          std::int64_t width, const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) return;
  const Buffer in(image, {height, width, layout.image_stride}, sizeof(unsigned char));
  const Buffer out(static_cast<std::size_t>(count) * sizeof(unsigned char));
  const Kernel kernel(kernels(), "binarizador_map");
  kernel.set(in, out, height, width, parametro_);
  kernel.run({width, height}, {32, 8});
  out.read(result, {height, width, layout.result_stride}, sizeof(unsigned char));
}

}  // namespace binarise_converted::opencl
