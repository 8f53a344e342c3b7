// What CUDA's runtime needs around kernels: errors as exceptions, and memory that is given back.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace cuda {

inline void require(cudaError_t code, const char* what) {
  if (code != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + what + " failed: " + cudaGetErrorString(code));
}

inline bool is_available() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

// Memory of the device, for `count` values.
template <class Value>
class Buffer {
 public:
  explicit Buffer(std::int64_t count) : size_(static_cast<std::size_t>(count) * sizeof(Value)) {
    require(cudaMalloc(reinterpret_cast<void**>(&data_), size_), "getting memory");
  }
  // With a copy of what lies at `values`.
  Buffer(const Value* values, std::int64_t count) : Buffer(count) {
    require(cudaMemcpy(data_, values, size_, cudaMemcpyHostToDevice), "copying an image");
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }

  [[nodiscard]] Value* data() const { return data_; }
  // All of it, when everything before is done.
  void read(Value* values) const {
    require(cudaGetLastError(), "running a kernel");
    require(cudaMemcpy(values, data_, size_, cudaMemcpyDeviceToHost), "reading a result");
  }

 private:
  Value* data_ = nullptr;
  std::size_t size_;
};

// Blocks that cover so many rows and columns. Along rows a grid has a limit, beyond which blocks
// take more than one.
inline dim3 blocks_over(std::int64_t height, std::int64_t width, const dim3& block) {
  const std::int64_t columns = (width + block.x - 1) / block.x,
                     rows = (height + block.y - 1) / block.y;
  return {static_cast<unsigned>(columns), static_cast<unsigned>(rows < 65535 ? rows : 65535), 1};
}

}  // namespace cuda
