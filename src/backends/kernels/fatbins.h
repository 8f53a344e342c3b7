// The kernels compiled by nvcc: one fatbin per program, with a function program_variant_kernel per kernel.
#pragma once

#include <span>
#include <string_view>

namespace preamar::kernels {

struct Fatbin {
  std::string_view program;
  const void* bytes;
};

// The architectures for which all fatbins hold machine code, such as 86, ascending; empty if Preamar is built without
// nvcc. For devices newer than `intermediate` the driver compiles; 0 if it cannot.
struct CudaTargets {
  std::span<const int> machine;
  int intermediate;
};

[[nodiscard]] std::span<const Fatbin> fatbins();
[[nodiscard]] CudaTargets cuda_targets();

}  // namespace preamar::kernels
