// Images of independent pixels, and blobs of smooth noise.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

// Uniform bytes.
Painter random_bytes(const Window& window);
// A marker below them: the minimum of random_bytes and of other uniform bytes.
Painter random_marker(const Window& window);
// 1 with a probability of `percent`. Each rank and percentage gives a different image.
Painter random_binary(const Window& window, int rank, int percent);
// Blobs about ten pixels wide: 1 in about half of the image.
Painter blobs(const Window& window, int rank);

}  // namespace preamar::painters
