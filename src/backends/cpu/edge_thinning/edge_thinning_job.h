// One call of edge_thinning: data shared by its parts.
#pragma once

#include "backends/cpu/convolve/filter_rows.h"
#include "backends/cpu/edge_thinning/edge_rows.h"
#include "core/rows.h"

#include <preamar/border.h>
#include <preamar/image.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace preamar::cpu {

// Columns, rows or planes in [begin, end).
struct Span {
  std::int64_t begin, end;
  [[nodiscard]] std::int64_t count() const { return end - begin; }
  // Extended by `margin` on both sides, clipped to `extent`.
  [[nodiscard]] Span widened(std::int64_t margin, std::int64_t extent) const {
    return {std::max<std::int64_t>(0, begin - margin), std::min(extent, end + margin)};
  }
};

// Rank 2 is one plane. F is the working type.
template <class F>
struct EdgeThinningJob {
  EdgeThinningJob(const EdgeThinningSpec& spec, ConstImageView image_, ImageView kept_, ImageView sure_)
      : image(image_),
        weak(kept_),
        strong(sure_),
        rank(image.rank()),
        planes(rank == 3 ? image.shape()[0] : 1),
        rows(image.shape()[rank - 2]),
        columns(image.shape()[rank - 1]),
        slices(rank == 2 ? rows : planes),
        slice_rows(rank == 2 ? 1 : rows),
        is_gradient(spec.thinning == Thinning::gradient),
        border(is_gradient ? Border::constant : Border::nearest),
        weights(spec.weights.begin(), spec.weights.end()),
        radius(static_cast<int>(weights.size()) - 1),
        levels(spec, rank),
        filter(filter_rows<F>()),
        edge(edge_rows<F>(spec.thinning, rank)) {
    const std::int64_t extents[] = {columns, rows, planes};
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::int64_t i = 0; is_gradient && i < extents[axis]; ++i)
        factors[axis].push_back(inside_factor<F>(spec.weights, i, extents[axis]));
  }

  // Whether all weights around position `at` fall on pixels of the image.
  [[nodiscard]] bool is_inside(std::int64_t at, std::int64_t extent) const {
    return at >= radius && at + radius < extent;
  }
  // The sum of rows[0] to rows[2 * radius]; the centre is the row at position `at` along an axis.
  void smooth_across(const F* const* from, int axis, std::int64_t at, std::int64_t count, F* to) const {
    filter.across(from, weights.data(), radius, Parity::even, count, to);
    if (!is_gradient || is_inside(at, axis == 1 ? rows : planes)) return;
    const F factor = factors[static_cast<std::size_t>(axis)][static_cast<std::size_t>(at)];
    for (std::int64_t x = 0; x < count; ++x) to[x] *= factor;
  }

  ConstImageView image;
  ImageView weak;
  ImageView strong;
  int rank;
  std::int64_t planes, rows, columns;
  std::int64_t slices, slice_rows;  // a slice is a row in rank 2 and a plane in rank 3
  bool is_gradient;
  Border border;
  std::vector<F> weights;
  int radius;
  EdgeLevels<F> levels;
  FilterRows<F> filter;
  EdgeRows<F> edge;
  std::array<std::vector<F>, 3> factors{};  // for `gradient`: along x, y and z
};

}  // namespace preamar::cpu
