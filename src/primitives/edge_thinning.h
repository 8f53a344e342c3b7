// edge_thinning: smoothing, gradient and thinning, the first steps of Canny's edge detector.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <vector>

namespace preamar::primitives {

// The thinning method. primitives/rules/edge_thinning.h defines the formulas and their order of operations.
enum class Thinning {
  gradient,      // non-maximum suppression along the Sobel gradient; no edges on the image's edge
  differential,  // the second derivative along the gradient crosses 0 and does not rise
};

struct EdgeThinningSpec {
  Thinning thinning = Thinning::gradient;
  std::vector<double> weights{1.0};  // of the smoothing, from the centre outwards, symmetric; sum 1
  double low = 0, high = 0;          // gradient thresholds in grey levels per pixel; 0 <= low <= high
};

// Smooths the image along x (the last axis), then y, then z, by weighted_sum() in its working type (rules/convert.h).
// Beyond the edges, `differential` repeats the nearest pixel; `gradient` drops the missing pixels and scales the
// remaining weights to sum 1. Then writes `weak`, the thinned edges whose gradient is at least `low`, and `strong`,
// those whose gradient is at least `high` (`differential`: above `low`, above `high`).
//
// The image has rank 2 or 3, dense rows and no NaN. `weak` and `strong` are bool, of its shape, with dense rows. No two
// images overlap.
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
