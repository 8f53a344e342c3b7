#include "cuda_device.h"

#include <stdexcept>

#include "extremes_cuda.h"

namespace extremes_converted {
namespace {
namespace source {  // the functions of extremes.c

__device__ inline T menor(E pixel1, E pixel2) { return pixel1 < pixel2 ? pixel1 : pixel2; }

__device__ inline T maior(E pixel1, E pixel2) { return pixel1 > pixel2 ? pixel1 : pixel2; }

}  // namespace source
// The number of threads per block in a reduction: a power of two.
constexpr int reduce_threads = 256;

// Combines the first `count` values of a block as a tree; the first value holds the result.
__device__ inline void menor_reduce_tree(T* values, std::int64_t count) {
  const int thread = threadIdx.x;
  for (int half = reduce_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half && thread + half < count)
      values[thread] = source::menor(values[thread], values[thread + half]);
  }
  __syncthreads();
}

// One value per block; every block has at least one pixel.
__global__ void menor_reduce(const uint8_t* image, T* blocks, std::int64_t height,
                             std::int64_t width) {
  __shared__ T values[reduce_threads];
  const std::int64_t count = height * width, step = gridDim.x * std::int64_t{reduce_threads};
  std::int64_t i = blockIdx.x * std::int64_t{reduce_threads} + threadIdx.x;
  if (i < count) {
    T so_far = (T)image[i];
    for (i += step; i < count; i += step) {
      so_far = source::menor(so_far, (T)image[i]);
    }
    values[threadIdx.x] = so_far;
  }
  menor_reduce_tree(values, count - blockIdx.x * std::int64_t{reduce_threads});
  if (threadIdx.x == 0) blocks[blockIdx.x] = values[0];
}

// Combines the values of blocks.
__global__ void menor_reduce_join(const T* blocks, T* result, std::int64_t count) {
  __shared__ T values[reduce_threads];
  std::int64_t i = threadIdx.x;
  if (i < count) {
    T so_far = blocks[i];
    for (i += reduce_threads; i < count; i += reduce_threads)
      so_far = source::menor(so_far, blocks[i]);
    values[threadIdx.x] = so_far;
  }
  menor_reduce_tree(values, count);
  if (threadIdx.x == 0) *result = values[0];
}

// Combines the first `count` values of a block as a tree; the first value holds the result.
__device__ inline void maior_reduce_tree(T* values, std::int64_t count) {
  const int thread = threadIdx.x;
  for (int half = reduce_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half && thread + half < count)
      values[thread] = source::maior(values[thread], values[thread + half]);
  }
  __syncthreads();
}

// One value per block; every block has at least one pixel.
__global__ void maior_reduce(const uint8_t* image, T* blocks, std::int64_t height,
                             std::int64_t width) {
  __shared__ T values[reduce_threads];
  const std::int64_t count = height * width, step = gridDim.x * std::int64_t{reduce_threads};
  std::int64_t i = blockIdx.x * std::int64_t{reduce_threads} + threadIdx.x;
  if (i < count) {
    T so_far = (T)image[i];
    for (i += step; i < count; i += step) {
      so_far = source::maior(so_far, (T)image[i]);
    }
    values[threadIdx.x] = so_far;
  }
  maior_reduce_tree(values, count - blockIdx.x * std::int64_t{reduce_threads});
  if (threadIdx.x == 0) blocks[blockIdx.x] = values[0];
}

// Combines the values of blocks.
__global__ void maior_reduce_join(const T* blocks, T* result, std::int64_t count) {
  __shared__ T values[reduce_threads];
  std::int64_t i = threadIdx.x;
  if (i < count) {
    T so_far = blocks[i];
    for (i += reduce_threads; i < count; i += reduce_threads)
      so_far = source::maior(so_far, blocks[i]);
    values[threadIdx.x] = so_far;
  }
  maior_reduce_tree(values, count);
  if (threadIdx.x == 0) *result = values[0];
}

}  // namespace

namespace cuda {

T Menor::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) throw std::invalid_argument("menor: an image without pixels has no result");
  constexpr std::int64_t most_blocks = 1024;
  const std::int64_t needed = (count + reduce_threads - 1) / reduce_threads;
  const std::int64_t block_count = needed < most_blocks ? needed : most_blocks;
  const Buffer<uint8_t> in(image, {height, width, layout.image_stride});
  const Buffer<T> blocks(block_count), joined(1);
  menor_reduce<<<static_cast<unsigned>(block_count), reduce_threads>>>(in.data(), blocks.data(),
                                                                       height, width);
  menor_reduce_join<<<1, reduce_threads>>>(blocks.data(), joined.data(), block_count);
  T result;
  joined.read(&result);
  return result;
}

T Maior::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) throw std::invalid_argument("maior: an image without pixels has no result");
  constexpr std::int64_t most_blocks = 1024;
  const std::int64_t needed = (count + reduce_threads - 1) / reduce_threads;
  const std::int64_t block_count = needed < most_blocks ? needed : most_blocks;
  const Buffer<uint8_t> in(image, {height, width, layout.image_stride});
  const Buffer<T> blocks(block_count), joined(1);
  maior_reduce<<<static_cast<unsigned>(block_count), reduce_threads>>>(in.data(), blocks.data(),
                                                                       height, width);
  maior_reduce_join<<<1, reduce_threads>>>(blocks.data(), joined.data(), block_count);
  T result;
  joined.read(&result);
  return result;
}

}  // namespace cuda
}  // namespace extremes_converted
