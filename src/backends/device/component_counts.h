// Counts at the roots of a forest, 32 bits per cell, and the filtering of components by them.
#pragma once

#include "backends/device/forest.h"
#include "core/box.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace preamar::device {

// Per component, the number of cells that count for the trait: all, those on `edges`, or those with a mark.
[[nodiscard]] Scratch count_component_cells(const DeviceCall& call, const ComponentFilterSpec& spec, Faces edges,
                                            const Forest& forest, ConstImageView image,
                                            const std::optional<ConstImageView>& marks);

// Replaces each count by 1 if the component is kept, otherwise 0.
void judge(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory counts);

// Copies the image and removes the components that are not kept.
void sift(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory stays, DType dtype,
          Memory pixels, Memory out);

// Reads or writes numbers at listed cells; cells that are written must be distinct.
[[nodiscard]] std::vector<std::uint32_t> gather(const DeviceCall& call, Memory from,
                                                std::span<const std::uint32_t> cells);
void scatter(const DeviceCall& call, std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> cells,
             Memory to);

}  // namespace preamar::device
