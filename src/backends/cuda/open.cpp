// Finds the GPUs of this machine, and those for which the kernels were compiled.
#include "backends/cuda/driver.h"
#include "core/error_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace preamar::cuda {
namespace {

constexpr int stub = 34, no_driver = 35;  // cuInit's result if the library is only a stub

std::string reason_of(const Library& cuda, Result code) {
  switch (code) {
    case stub:
      return "libcuda.so.1 is the stub of a CUDA toolkit, not a driver";
    case no_driver:
      return "there is no CUDA driver, or an older one than the program needs";
    case no_device:
      return "the CUDA driver is here, but no GPU";
    default:
      return text("cuInit failed with ", name_of(cuda, code));
  }
}

void check(const Library& cuda, Result code, const char* call) {
  if (code != 0) throw Error(ErrorKind::device, text(call, " failed with ", name_of(cuda, code)));
}

int attribute(const Library& cuda, DeviceId id, int which) {
  int value = 0;
  check(cuda, cuda.cuDeviceGetAttribute(&value, which, id), "cuDeviceGetAttribute");
  return value;
}

struct Capability {
  int major, minor;
};

device::Info describe(const Library& cuda, DeviceId id, int index, const Capability& capability) {
  std::array<char, 256> name{};
  check(cuda, cuda.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, id), "cuDeviceGetName");
  std::size_t bytes = 0;
  check(cuda, cuda.cuDeviceTotalMem_v2(&bytes, id), "cuDeviceTotalMem");
  int version = 0;
  check(cuda, cuda.cuDriverGetVersion(&version), "cuDriverGetVersion");
  return {.name = text("cuda:", index),
          .description = text(name.data(), ", compute capability ", capability.major, ".", capability.minor,
                              ", driver for CUDA ", version / 1000, ".", version % 1000 / 10),
          .tuning = name.data(),
          .largest = static_cast<std::int64_t>(bytes),
          .units = std::max(1, attribute(cuda, id, attribute_units)),
          .has_f64 = true,
          .is_exact = true};  // nvcc's defaults: no -ftz, -prec-div or -prec-sqrt
}

// Machine code runs on GPUs of the same major version and at least its minor version; intermediate code on its version
// and newer.
bool has_code_for(const kernels::CudaTargets& targets, const Capability& capability) {
  const int number = 10 * capability.major + capability.minor;
  const auto runs = [&](int target) { return target / 10 == capability.major && target <= number; };
  return std::ranges::any_of(targets.machine, runs) || (targets.intermediate != 0 && targets.intermediate <= number);
}

std::string refusal(const device::Info& info, const kernels::CudaTargets& targets) {
  std::string all;
  for (const int target : targets.machine) all += text(all.empty() ? "" : ", ", target / 10, ".", target % 10);
  return text(info.description, " is here, but Preamar was built for compute capability ", all);
}

}  // namespace

std::vector<std::unique_ptr<device::Driver>> open(const Library& cuda, std::span<const kernels::Fatbin> fatbins,
                                                  const kernels::CudaTargets& targets, std::string& why) {
  if (const Result code = cuda.cuInit(0); code != 0) {
    why = reason_of(cuda, code);
    return {};
  }
  std::vector<std::unique_ptr<device::Driver>> drivers;
  try {
    int count = 0;
    check(cuda, cuda.cuDeviceGetCount(&count), "cuDeviceGetCount");
    if (count == 0) why = reason_of(cuda, no_device);
    for (int index = 0; index < count; ++index) {
      DeviceId id = 0;
      check(cuda, cuda.cuDeviceGet(&id, index), "cuDeviceGet");
      const Capability capability{attribute(cuda, id, attribute_major), attribute(cuda, id, attribute_minor)};
      device::Info info = describe(cuda, id, index, capability);
      if (has_code_for(targets, capability))
        drivers.push_back(make_driver(cuda, id, std::move(info), fatbins));
      else
        why = refusal(info, targets);
    }
  } catch (const Error& error) {
    why = error.what();
  }
  return drivers;
}

std::vector<std::unique_ptr<device::Driver>> open(std::string& why) {
  if (kernels::fatbins().empty()) {
    why = "Preamar was built without nvcc, and so without kernels for CUDA";
    return {};
  }
  const Library* const cuda = library(why);
  if (!cuda) return {};
  return open(*cuda, kernels::fatbins(), kernels::cuda_targets(), why);
}

}  // namespace preamar::cuda
