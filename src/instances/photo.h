// A generated image with edges, textures and noise like those of a photograph.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

// Overlapping ellipses of three sizes (dead leaves model) over fractal noise, plus sensor noise.
Painter photo(const Window& window);

}  // namespace preamar::painters
