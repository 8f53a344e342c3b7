// The kernels as nvcc compiled them: one fatbin a program, with the function program_variant_kernel for each kernel.
#pragma once

#include <span>
#include <string_view>

namespace preamar::kernels {

struct Fatbin {
  std::string_view program;
  const void* bytes;
};

// What all fatbins hold machine code for, such as 86, in ascending order; none where Preamar is built without nvcc.
// For devices that are newer than `intermediate` the driver compiles; 0 where it cannot.
struct CudaTargets {
  std::span<const int> machine;
  int intermediate;
};

[[nodiscard]] std::span<const Fatbin> fatbins();
[[nodiscard]] CudaTargets cuda_targets();

}  // namespace preamar::kernels
