#include "cuda_device.h"

#include "binarise_cuda.h"

namespace binarise_converted {
namespace {
namespace source {  // the functions of binarise.c

__device__ inline unsigned char binarizador(unsigned char pixel, int index, data parametro) {
  return pixel + parametro.tolerancia > 127 ? 255 : 0;
}

}  // namespace source

__global__ void binarizador_map(const unsigned char* image, unsigned char* result,
                                std::int64_t height, std::int64_t width, data parametro_) {
  const std::int64_t x = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (x >= width) return;
  for (std::int64_t y = blockIdx.y * blockDim.y + threadIdx.y; y < height;
       y += gridDim.y * blockDim.y) {
    const std::int64_t i = y * width + x;
    result[i] = source::binarizador(image[i], (int)i, parametro_);
  }
}

}  // namespace

namespace cuda {

void Binarizador::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                          std::int64_t width, const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) return;
  const Buffer<unsigned char> in(image, {height, width, layout.image_stride});
  const Buffer<unsigned char> out(count);
  const dim3 block(32, 8);
  binarizador_map<<<blocks_over(1, height, width, block), block>>>(in.data(), out.data(), height,
                                                                   width, parametro_);
  out.read(result, {height, width, layout.result_stride});
}

}  // namespace cuda
}  // namespace binarise_converted
