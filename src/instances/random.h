// Images of independent pixels, and blobs of smooth noise.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

// Uniform bytes.
Painter random_bytes(const Window& window);
// A marker under them: the lesser of them and of other uniform bytes.
Painter random_marker(const Window& window);
// 1 with a probability of `percent`, in each rank and percentage another image.
Painter random_binary(const Window& window, int rank, int percent);
// 1 in about half of the image, in blobs some ten pixels wide.
Painter blobs(const Window& window, int rank);

}  // namespace preamar::painters
