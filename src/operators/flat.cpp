#include "operators/flat.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "core/require.h"
#include "core/values.h"

#include <limits>

namespace preamar {

FlatOptions flat_options_in(const Values& values) {
  const auto word = value_or<std::string>(values, "shape", "ball");
  return {.radius = value_or<std::int64_t>(values, "radius", 1),
          .shape = word == "box"    ? FlatShape::box
                   : word == "disk" ? FlatShape::disk
                                    : FlatShape::ball};
}

void require_flat(std::string_view op, const FlatOptions& options, int rank) {
  require_within(op, "radius", options.radius, 0, std::numeric_limits<std::int64_t>::max());
  if (options.shape == FlatShape::disk && rank != 2)
    throw Error(ErrorKind::call,
                text(op, ": shape is disk and image has rank ", rank, "; a disk is for rank 2, give ball or box"));
}

std::vector<ImageType> flat_results(std::string_view op, std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(op, types);
  require_flat(op, flat_options_in(values), type.shape.rank());
  return {type};
}

void spread(Order order, const FlatOptions& options, const ConstImage& image, const Image& out, const Execution& on) {
  const Footprint footprint = options.shape == FlatShape::box ? Footprint::box : Footprint::ball;
  stencil(on, {.order = order, .footprint = footprint, .radius = options.radius}, image, out);
}

void spread_and_back(Order order, const FlatOptions& options, const ConstImage& image, const Image& out,
                     const Execution& on) {
  const WorkImage between(on, image.type());
  spread(order, options, image, between, on);
  spread(order == Order::rising ? Order::falling : Order::rising, options, between, out, on);
}

Place flat_reach(const Values& values, int steps) {
  Place cells{};
  cells.fill(checked_product(flat_options_in(values).radius, steps, "the reach of a shape"));
  return cells;
}

}  // namespace preamar
