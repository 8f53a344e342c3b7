// NVIDIA GPUs as device drivers, through the CUDA driver API.
#pragma once

#include "backends/cuda/library.h"
#include "backends/device/driver.h"
#include "backends/kernels/fatbins.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace preamar::cuda {

// One GPU. Acquires nothing before its first use. The table and the fatbins must outlive the driver.
[[nodiscard]] std::unique_ptr<device::Driver> make_driver(const Library& cuda, DeviceId id, device::Info info,
                                                          std::span<const kernels::Fatbin> fatbins);

// A driver per GPU for which the kernels were compiled: "cuda:0" and on, in CUDA's numbering. If there is none, `why`
// holds the reason.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(std::string& why);

// The same for any table of functions and any fatbins, so that tests can use a stand-in.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(const Library& cuda,
                                                                std::span<const kernels::Fatbin> fatbins,
                                                                const kernels::CudaTargets& targets, std::string& why);

}  // namespace preamar::cuda
