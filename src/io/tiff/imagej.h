// The axes and the scale of an ImageJ stack, as the description of its first page has them.
#pragma once

#include "io/ome/ome_xml.h"

#include <optional>
#include <string_view>
#include <vector>

namespace preamar::io {

// Nothing if the text is not ImageJ's, or if there is one channel and one time. The sizes of x and y are 0: the page
// has them. The order is XYCZT.
[[nodiscard]] std::optional<OmePixels> read_imagej(std::string_view description);

// The axes z, y and x of an ImageJ stack with pixels of this height and width, which its resolution tags give. Units
// are words of OME; pixels that have none are unitless. Nothing if all distances are 1 without a unit.
[[nodiscard]] std::vector<Axis> imagej_axes(std::string_view description, double height, double width);
// Whether the resolution tags are in the unit of the description, which may be "pixel", and not in inches or
// centimetres.
[[nodiscard]] bool has_imagej_unit(std::string_view description);

}  // namespace preamar::io
