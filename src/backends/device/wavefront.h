// The wavefront of propagate on a device: tiles that see a change are brought to their fixed point, until none does.
#pragma once

#include "backends/device/coding.h"
#include "backends/device/device_call.h"

#include <array>
#include <cstdint>

namespace preamar::device {

// A cell takes its neighbour's key minus the cost of the step to a face, an edge or a corner.
struct WavefrontRule {
  std::int32_t connectivity;
  Coding coding;
  std::array<std::uint32_t, max_rank> costs{};  // 0 for a flood
};

// `state` is initialised from the seed and may be the seed.
void run_wavefront(const DeviceCall& call, const WavefrontRule& rule, const Shape& shape, Memory seed, Memory limit,
                   Memory state);

}  // namespace preamar::device
