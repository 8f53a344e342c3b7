// Numbers at the roots of a forest, 32 bits a cell, and the components that they let stay.
#pragma once

#include "backends/device/forest.h"
#include "core/box.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace preamar::device {

// For each component the cells that count for the trait: all, those on `edges`, or those with a mark.
[[nodiscard]] Scratch count_component_cells(const DeviceCall& call, const ComponentFilterSpec& spec, Faces edges,
                                            const Forest& forest, ConstImageView image,
                                            const std::optional<ConstImageView>& marks);

// Makes of counts 1 where a component stays, else 0.
void judge(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory counts);

// The image without the components that do not stay.
void sift(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory stays, DType dtype,
          Memory pixels, Memory out);

// Numbers at listed cells, all different where they are written.
[[nodiscard]] std::vector<std::uint32_t> gather(const DeviceCall& call, Memory from,
                                                std::span<const std::uint32_t> cells);
void scatter(const DeviceCall& call, std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> cells,
             Memory to);

}  // namespace preamar::device
