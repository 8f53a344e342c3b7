// edges: the thin lines along which an image changes most.
#pragma once

#include "skeletons/backend.h"

#include <vector>

namespace preamar {

// What makes a line thin. The formulas, with the order of their operations, are in skeletons/rules/edges.h.
enum class Thinning {
  gradient,      // the slope, by Sobel's weights, is nowhere steeper one step up or down it; not on the image's edge
  differential,  // the second derivative along the slope passes 0, and does not rise
};

struct EdgesSpec {
  Thinning thinning = Thinning::gradient;
  std::vector<double> weights{1.0};  // of the smoothing, from the centre outwards, alike on both sides; sum 1
  double low = 0, high = 0;          // in grey levels a pixel; 0 <= low <= high
};

// Smooths the image along x (the last axis), then y, then z, by weighted_sum() in its working type (rules/convert.h).
// What lies outside is as the nearest pixel for `differential`; for `gradient` it is left out, the weights of what is
// inside being scaled to the sum 1. Then writes `kept`, the thin lines whose slope is low or more, and `sure`, those
// of them whose slope is high or more (`differential`: above low, above high). An image of rank 2 or 3 with dense rows
// and no NaN; `kept` and `sure` are bool, of its shape, and have dense rows. No two of them overlap.
inline void edges(const Execution& on, const EdgesSpec& spec, const ConstImage& image, const Image& kept,
                  const Image& sure) {
  backend_for(on).edges(on, spec, image, kept, sure);
}

}  // namespace preamar
