// Divides long work into parts; the call can be stopped between them.
#pragma once

#include "backends/device/device_call.h"

#include <algorithm>

namespace preamar::device {

// Calls each(first, end) for parts of `count` pixels; `reads` is the number of reads per pixel.
template <class Each>
void for_each_part(const DeviceCall& call, std::int64_t count, std::int64_t reads, const Each& each) {
  constexpr std::int64_t launch_reads = std::int64_t{1} << 31, least = 1 << 12;
  const std::int64_t part = std::max(launch_reads / reads, least);
  for (std::int64_t first = 0; first < count; first += part) {
    if (first > 0) call.driver().finish();
    call.look_up();
    each(first, std::min(count, first + part));
  }
}

}  // namespace preamar::device
