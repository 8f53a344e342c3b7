// The axes and the scale of an ImageJ stack, as the description of its first page has them.
#pragma once

#include "io/ome/ome_xml.h"

#include <optional>
#include <string>
#include <string_view>

namespace preamar::io {

// Nothing if the text is not ImageJ's, or if there is one channel and one time. The sizes of x and y are 0: the page
// has them. The order is XYCZT.
[[nodiscard]] std::optional<OmePixels> read_imagej(std::string_view description);

// The unit of the resolution tags, in the words of OME; empty if the text is not ImageJ's or gives no unit of length.
[[nodiscard]] std::string imagej_unit(std::string_view description);
// The distance of planes in that unit; 1 if none is given.
[[nodiscard]] double imagej_plane_distance(std::string_view description);

}  // namespace preamar::io
