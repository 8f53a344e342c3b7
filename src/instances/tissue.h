// Generated images with the texture of bright-field tissue.
#pragma once

#include "instances/painter.h"

namespace preamar::painters {

// `percent` (25, 50, 75 or 100) of the area is tissue, the remaining area is constant; rank 3 only with 100.
Painter tissue(const Window& window, int rank, int percent);
// 1 where tissue is darker than `level`.
Painter tissue_below(const Window& window, int rank, int level);
// Markers of tissue: tissue minus 40; or tissue on the image border and 0 inside.
Painter tissue_lowered(const Window& window, int rank, int percent);
Painter tissue_border(const Window& window, int rank, int percent);

// For a watershed: the gradient of tissue, and int32 seeds of 3x3 pixels on a jittered grid of 141x141.
Painter tissue_gradient(const Window& window);
Painter tissue_seeds(const Window& window);
// The same for a volume: 3x3x3 voxels on a grid of 27x27x27.
Painter tissue3d_seeds(const Window& window);

}  // namespace preamar::painters
