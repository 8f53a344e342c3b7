// An image like a photograph.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

// Ellipses of three sizes over one another (dead leaves), on fractal noise, with the noise of a sensor.
Painter photo(const Window& window);

}  // namespace preamar::painters
