// CUDA support: errors as exceptions, and device memory that is freed by its destructor.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace NAME_converted::cuda {

inline void require(cudaError_t code, const char* what) {
  if (code != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + what + " failed: " + cudaGetErrorString(code));
}

inline bool is_available() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

// Rows in host memory, `stride` pixels apart; 0 means the width.
struct Rows {
  std::int64_t height, width, stride;
  [[nodiscard]] std::size_t pitch() const {
    return static_cast<std::size_t>(stride != 0 ? stride : width);
  }
};

// Device memory for `count` values.
template <class Value>
class Buffer {
 public:
  explicit Buffer(std::int64_t count) : size_(static_cast<std::size_t>(count) * sizeof(Value)) {
    require(cudaMalloc(reinterpret_cast<void**>(&data_), size_), "getting memory");
  }
  // Copies `values` to the device.
  Buffer(const Value* values, std::int64_t count) : Buffer(count) {
    require(cudaMemcpy(data_, values, size_, cudaMemcpyHostToDevice), "copying an image");
  }
  // Row after row, without gaps.
  Buffer(const Value* values, const Rows& rows) : Buffer(rows.height * rows.width) {
    const std::size_t width = static_cast<std::size_t>(rows.width) * sizeof(Value);
    require(cudaMemcpy2D(data_, width, values, rows.pitch() * sizeof(Value), width,
                         static_cast<std::size_t>(rows.height), cudaMemcpyHostToDevice),
            "copying an image");
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }

  [[nodiscard]] Value* data() const { return data_; }
  // Copies everything to the host, after all earlier work is done.
  void read(Value* values) const {
    require(cudaGetLastError(), "running a kernel");
    require(cudaMemcpy(values, data_, size_, cudaMemcpyDeviceToHost), "reading a result");
  }
  void read(Value* values, const Rows& rows) const {
    require(cudaGetLastError(), "running a kernel");
    const std::size_t width = static_cast<std::size_t>(rows.width) * sizeof(Value);
    require(cudaMemcpy2D(values, rows.pitch() * sizeof(Value), data_, width, width,
                         static_cast<std::size_t>(rows.height), cudaMemcpyDeviceToHost),
            "reading a result");
  }

 private:
  Value* data_ = nullptr;
  std::size_t size_;
};

// A grid that covers these planes, rows and columns. It is limited along planes and rows; beyond
// the limit a block processes several.
inline dim3 blocks_over(std::int64_t depth, std::int64_t height, std::int64_t width,
                        const dim3& block) {
  const auto blocks = [](std::int64_t extent, unsigned size, std::int64_t most) {
    const std::int64_t needed = (extent + size - 1) / size;
    return static_cast<unsigned>(needed < most ? needed : most);
  };
  return {blocks(width, block.x, 2147483647), blocks(height, block.y, 65535),
          blocks(depth, block.z, 65535)};
}

}  // namespace NAME_converted::cuda
