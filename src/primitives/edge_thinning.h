// edge_thinning: thin edges, the lines along which an image changes most (Canny's first steps).
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <vector>

namespace preamar::primitives {

// What makes a line thin. The formulas, with the order of their operations, are in primitives/rules/edge_thinning.h.
enum class Thinning {
  gradient,      // non-maximum suppression along the Sobel gradient; not on the image's edge
  differential,  // the second derivative along the gradient passes 0, and does not rise
};

struct EdgeThinningSpec {
  Thinning thinning = Thinning::gradient;
  std::vector<double> weights{1.0};  // of the smoothing, from the centre outwards, alike on both sides; sum 1
  double low = 0, high = 0;          // in grey levels per pixel; 0 <= low <= high
};

// Smooths the image along x (the last axis), then y, then z, by weighted_sum() in its working type (rules/convert.h).
// What lies outside is as the nearest pixel for `differential`; for `gradient` it is left out, the weights of what is
// inside being scaled to the sum 1. Then writes `weak`, the thin lines whose gradient is low or more, and `strong`,
// those of them whose gradient is high or more (`differential`: above low, above high). An image of rank 2 or 3 with
// dense rows and no NaN; `weak` and `strong` are bool, of its shape, and have dense rows. No two of them overlap.
inline void edge_thinning(const Execution& on, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                          ImageView strong) {
  PREAMAR_ASSERT(is_grid(image), "the image has rank 2 or 3 and dense rows");
  for (const ImageView& edges : {weak, strong}) {
    PREAMAR_ASSERT(is_grid_of(edges, image.shape()), "edges have the image's shape and dense rows");
    PREAMAR_ASSERT(edges.dtype() == DType::boolean, "edges are bool");
    PREAMAR_ASSERT(!overlap(edges, image), "edges have memory of their own");
  }
  PREAMAR_ASSERT(!overlap(weak, strong), "weak and strong have memory of their own");
  PREAMAR_ASSERT(!spec.weights.empty(), "the smoothing has a weight for the centre");
  PREAMAR_ASSERT(0 <= spec.low && spec.low <= spec.high, "0 <= low <= high");
  backend_for(on).edge_thinning(on, spec, image, weak, strong);
}

}  // namespace preamar::primitives
