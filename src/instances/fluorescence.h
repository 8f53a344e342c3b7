// Generated images of nuclei in a fluorescence microscope, bright on dark ground, and their true labels.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

Painter fluorescence(const Window& window);
// int32: the number of the nucleus at each pixel, 0 outside. Numbers have gaps; they repeat above 1,700,000 pixels per
// side.
Painter fluorescence_truth(const Window& window);

}  // namespace preamar::painters
