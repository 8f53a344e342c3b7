#include "cuda_device.h"

#include "sobel_cuda.h"

namespace sobel_converted {
namespace {
namespace source {  // the functions of sobel.c
// What one block of threads computes.
constexpr int tile_columns = 16, tile_rows = 16;

// The convolution of the original, with the masks of Sobel.
__constant__ const int horizontal[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

__constant__ const int vertical[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

__device__ inline unsigned char sobel(const unsigned char (*pixel)[tile_columns + 2], int x,
                                      int y) {
  int gx = 0, gy = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      gx += horizontal[i][j] * pixel[i][j];
      gy += vertical[i][j] * pixel[i][j];
    }
  int strength = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
  return strength > 255 ? 255 : strength;
}

}  // namespace source

// a a a | a b c d | d d d
__device__ inline std::int64_t nearest_index(std::int64_t at, std::int64_t extent) {
  return at < 0 ? 0 : at < extent ? at : extent - 1;
}

// Each block loads its tile and the pixels around it into shared memory, then computes.
__global__ void sobel_stencil(const unsigned char* image, unsigned char* result,
                              std::int64_t height, std::int64_t width) {
  using source::tile_columns, source::tile_rows;
  __shared__ unsigned char tile[tile_rows + 2][tile_columns + 2];
  const std::int64_t left = blockIdx.x * std::int64_t{tile_columns}, x = left + threadIdx.x;
  for (std::int64_t top = blockIdx.y * tile_rows; top < height; top += gridDim.y * tile_rows) {
    for (int r = threadIdx.y; r < tile_rows + 2; r += tile_rows)
      for (int c = threadIdx.x; c < tile_columns + 2; c += tile_columns) {
        const std::int64_t row = top + r - 1, column = left + c - 1;
        tile[r][c] = image[nearest_index(row, height) * width + nearest_index(column, width)];
      }
    __syncthreads();
    const std::int64_t y = top + threadIdx.y;
    if (x < width && y < height) {
      const auto window = reinterpret_cast<const unsigned char(*)[tile_columns + 2]>(
          &tile[threadIdx.y][threadIdx.x]);
      const std::int64_t i = y * width + x;
      result[i] = source::sobel(window, (int)x, (int)y);
    }
    __syncthreads();
  }
}

}  // namespace

namespace cuda {

void Sobel::process(const unsigned char* image, unsigned char* result, std::int64_t height,
                    std::int64_t width, const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) return;
  const Buffer<unsigned char> in(image, {height, width, layout.image_stride});
  const Buffer<unsigned char> out(count);
  const dim3 block(source::tile_columns, source::tile_rows);
  sobel_stencil<<<blocks_over(1, height, width, block), block>>>(in.data(), out.data(), height,
                                                                 width);
  out.read(result, {height, width, layout.result_stride});
}

}  // namespace cuda
}  // namespace sobel_converted
