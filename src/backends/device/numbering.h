// Numbers the roots of a forest in raster order.
#pragma once

#include "backends/device/forest.h"

#include <cstdint>
#include <vector>

namespace preamar::device {

// Which roots are counted: all, or those where `opened` (32 bits per cell) is 0.
struct Counted {
  Memory opened = Memory::none;
};

// The number of counted roots in each chunk of `chunk` cells.
[[nodiscard]] std::vector<std::uint32_t> count_roots(const DeviceCall& call, const Forest& forest, Counted counted,
                                                     std::int64_t chunk);

// Writes to each root 1 + the number of counted roots before it. Returns their total number. `variant` says whether
// `labels` is uint32 or uint64.
std::int64_t number_roots(const DeviceCall& call, const Forest& forest, Counted counted, std::string_view variant,
                          Memory labels);

// Gives each cell the label of its root, or 0.
void spread_labels(const DeviceCall& call, const Forest& forest, std::string_view variant, Memory labels);

// The variant of the program "numbering" for labels of this dtype.
[[nodiscard]] std::string_view numbering_variant(DType labels);

}  // namespace preamar::device
