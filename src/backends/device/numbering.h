// The roots of a forest, numbered in raster order.
#pragma once

#include "backends/device/forest.h"

#include <cstdint>
#include <vector>

namespace preamar::device {

// Which roots are counted: all, or those where `opened`, 32 bits a cell, is 0.
struct Counted {
  Memory opened = Memory::none;
};

// How many counted roots each chunk of so many cells has.
[[nodiscard]] std::vector<std::uint32_t> count_roots(const DeviceCall& call, const Forest& forest, Counted counted,
                                                     std::int64_t chunk);

// Writes at each root 1 + how many are counted before it, and returns how many there are in all. `labels` is uint32 or
// uint64, as the variant says.
std::int64_t number_roots(const DeviceCall& call, const Forest& forest, Counted counted, std::string_view variant,
                          Memory labels);

// Gives each cell the label of its root, or 0.
void spread_labels(const DeviceCall& call, const Forest& forest, std::string_view variant, Memory labels);

// The variant of the program "numbering" for such labels.
[[nodiscard]] std::string_view numbering_variant(DType labels);

}  // namespace preamar::device
