// The launches that the stand-in CUDA driver receives.
#pragma once

#include "tools/host_kernels.h"
#include "tools/stand_in_cuda.h"

#include <string>
#include <vector>

namespace preamar::test::stand_in {

struct Launch {
  std::string family;  // HostKernel::family
  unsigned groups, items;
};

// Those since the list was last cleared.
inline std::vector<Launch>& launches() {
  static std::vector<Launch> all;
  return all;
}

// A change for renew_device().
inline void record_launches(cuda::Library& table) {
  static const auto launch = table.cuLaunchKernel;
  table.cuLaunchKernel = [](void* function, unsigned groups, unsigned y, unsigned z, unsigned items, unsigned items_y,
                            unsigned items_z, unsigned bytes, void* stream, void** arguments, void** extra) {
    launches().push_back({static_cast<const HostKernel*>(function)->family, groups, items});
    return launch(function, groups, y, z, items, items_y, items_z, bytes, stream, arguments, extra);
  };
}

}  // namespace preamar::test::stand_in
