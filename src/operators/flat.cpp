#include "operators/flat.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "core/require.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preamar {
using namespace primitives;

void require_flat(std::string_view op, const FlatOptions& options, int rank) {
  flat_options.require_given(op, options);
  require_within(op, "radius", options.radius, 0, std::numeric_limits<std::int64_t>::max());
  if (options.shape == FlatShape::disk && rank != 2)
    throw Error(ErrorKind::call,
                text(op, ": shape is disk and image has rank ", rank, "; a disk is for rank 2, give ball or box"));
}

std::vector<ImageType> flat_results(std::string_view op, std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(op, types);
  require_flat(op, flat_options.from(values), type.shape.rank());
  return {type};
}

void spread(Order order, const FlatOptions& options, ConstImageView image, ImageView out, const Execution& on) {
  const Footprint footprint = options.shape == FlatShape::box ? Footprint::box : Footprint::ball;
  stencil(on, {.order = order, .footprint = footprint, .radius = options.radius}, image, out);
}

void spread_and_back(Order order, const FlatOptions& options, ConstImageView image, ImageView out,
                     const Execution& on) {
  const WorkImage between(on, image.type());
  spread(order, options, image, between, on);
  spread(order == Order::rising ? Order::falling : Order::rising, options, between, out, on);
}

Coordinates flat_reach(const Values& values, int steps) {
  Coordinates cells{};
  cells.fill(checked_product(flat_options.from(values).radius, steps, "the reach of a shape"));
  return cells;
}

// Mirrors the CPU stencil. A box needs a few lines. A ball needs the rows of a tile and its halo, once per doubling of
// the run length, and the chords of the ball.
double flat_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  constexpr double lines = 256, near_bytes = 1 << 19, row_bytes = 2048, slack = 5 * 64, chord = 24;
  const FlatOptions options = flat_options.from(values);
  const auto pixel = static_cast<double>(size_of(types[0].dtype)), radius = static_cast<double>(options.radius);
  const auto extent = [&](int before) {
    return before < box.rank() ? static_cast<double>(box[box.rank() - 1 - before]) : 1.0;
  };
  const double columns = extent(0), rows = extent(1), planes = extent(2);
  if (options.shape == FlatShape::box) return 3 * lines * std::max({columns, rows, planes});
  const double x = std::min(radius, columns - 1), y = std::min(radius, rows - 1), z = std::min(radius, planes - 1);
  const double levels = 1 + std::floor(std::log2(2 * x + 1));
  const double part_columns = std::min(columns, std::max(row_bytes / pixel, 2 * x));
  const double part_planes = std::min(planes, std::max(4.0, z));
  const double plane_rows = near_bytes / (levels * (part_columns + 2 * x) * pixel) / (part_planes + 2 * z);
  const double part_rows = std::min(rows, std::max({plane_rows - 2 * y, y, 8.0}));
  const double length = (part_columns + 2 * x) * pixel + slack;
  return std::min(planes, part_planes + 2 * z) * std::min(rows, part_rows + 2 * y) * levels * length +
         chord * (2 * z + 1) * (2 * y + 1);
}

double between_scratch(std::span<const ImageType> types, const Values&) {
  return static_cast<double>(size_of(types[0].dtype));
}

}  // namespace preamar
