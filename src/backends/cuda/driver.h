// NVIDIA's GPUs as drivers of devices, through the CUDA driver.
#pragma once

#include "backends/cuda/library.h"
#include "backends/device/driver.h"
#include "backends/kernels/fatbins.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace preamar::cuda {

// One GPU. Nothing is taken of it before it is used; the table and the fatbins stay longer than the driver.
[[nodiscard]] std::unique_ptr<device::Driver> make_driver(const Library& cuda, DeviceId id, device::Info info,
                                                          std::span<const kernels::Fatbin> fatbins);

// A driver for each GPU that the kernels were compiled for, "cuda:0" and on, numbered as CUDA numbers them; `why` says
// what is missing where there is none.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(std::string& why);

// The same over any table of functions and any fatbins: tests have a stand-in.
[[nodiscard]] std::vector<std::unique_ptr<device::Driver>> open(const Library& cuda,
                                                                std::span<const kernels::Fatbin> fatbins,
                                                                const kernels::CudaTargets& targets, std::string& why);

}  // namespace preamar::cuda
