#include "cuda_device.h"

#include "histogram_cuda.h"

namespace histogram_converted {
namespace {
namespace source {  // the functions of histogram.c
template <class Count, class Value>
__device__ inline void add_to_bin(Count* counts, std::int64_t bins, std::int64_t bin, Value value) {
  if (bin >= 0 && bin < bins) atomicAdd(counts + bin, static_cast<Count>(value));
}

__device__ inline void r2vProcessor(unsigned char entrada, int* saida, int bins) {
  add_to_bin(saida, bins, entrada, 1);
}

}  // namespace source

// For more counters than shared memory holds.
__global__ void r2vProcessor_histogram_global(const unsigned char* image, int* counts, int bins,
                                              std::int64_t height, std::int64_t width) {
  const std::int64_t step = gridDim.x * std::int64_t{blockDim.x};
  for (std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x; i < height * width;
       i += step) {
    source::r2vProcessor(image[i], counts, bins);
  }
}

// Each block counts in its own `copies` histograms, which its threads share in turns.
__global__ void r2vProcessor_histogram(const unsigned char* image, int* counts, int bins,
                                       std::int64_t height, std::int64_t width, int copies) {
  extern __shared__ __align__(16) unsigned char shared[];
  int* const own = reinterpret_cast<int*>(shared);
  for (int k = threadIdx.x; k < copies * bins; k += blockDim.x) own[k] = 0;
  __syncthreads();
  int* const mine = own + threadIdx.x % copies * bins;
  const std::int64_t step = gridDim.x * std::int64_t{blockDim.x};
  for (std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x; i < height * width;
       i += step) {
    source::r2vProcessor(image[i], mine, bins);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    int sum = 0;
    for (int k = 0; k < copies; ++k) sum += own[k * bins + bin];
    if (sum != 0) atomicAdd(counts + bin, sum);
  }
}

}  // namespace

namespace cuda {

std::vector<int> R2vProcessor::process(const unsigned char* image, std::int64_t height,
                                       std::int64_t width, int bins, const Layout& layout) const {
  std::vector<int> counts(static_cast<std::size_t>(bins));
  const std::int64_t count = height * width;
  if (count == 0 || bins == 0) return counts;
  constexpr std::int64_t threads = 256, most_blocks = 512;
  const std::int64_t needed = (count + threads - 1) / threads;
  const auto block_count = static_cast<unsigned>(needed < most_blocks ? needed : most_blocks);
  const Buffer<unsigned char> in(image, {height, width, layout.image_stride});
  const Buffer<int> sums(counts.data(), bins);
  // As many histograms per block as fit the shared memory that every device has.
  constexpr std::int64_t shared_memory = 48 * 1024;
  const std::int64_t size = bins * static_cast<std::int64_t>(sizeof(int)),
                     held = shared_memory / size;
  const int copies = static_cast<int>(held < 8 ? held : 8);
  if (copies > 0)
    r2vProcessor_histogram<<<block_count, threads, static_cast<std::size_t>(copies * size)>>>(
        in.data(), sums.data(), bins, height, width, copies);
  else
    r2vProcessor_histogram_global<<<block_count, threads>>>(in.data(), sums.data(), bins, height,
                                                            width);
  sums.read(counts.data());
  return counts;
}

}  // namespace cuda
}  // namespace histogram_converted
