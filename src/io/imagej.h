// The axes of an ImageJ hyperstack, as the description of its first page has them.
#pragma once

#include "io/ome_xml.h"

#include <optional>
#include <string_view>

namespace preamar::io {

// Nothing if the text is not ImageJ's, or if there is one channel and one time. The sizes of x and y are 0: the page
// has them. The order is XYCZT.
[[nodiscard]] std::optional<OmePixels> read_imagej(std::string_view description);

}  // namespace preamar::io
