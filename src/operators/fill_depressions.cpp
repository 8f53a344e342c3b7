#include <preamar/fill_depressions.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "skeletons/dense.h"
#include "skeletons/propagate.h"
#include "skeletons/reduce.h"

#include <limits>

namespace preamar {
namespace {

constexpr std::string_view op = "fill_depressions";

// Water falls from above everywhere but on the edge, where it stands as high as the ground, and where there is no
// data, which is taken for a drain of the lowest value.
void drain(const Execution& on, int connectivity, double nodata, const ConstImage& elevation, const Image& out) {
  const MapSpec holes{.pixel = Pixel::replace, .value = nodata, .order = Order::falling};
  OwnedImage ground(elevation.type());
  map(on, holes, elevation, ground);
  map(on, {.pixel = Pixel::edge, .value = nodata, .order = Order::falling}, elevation, out);
  propagate(on, {.order = Order::falling, .connectivity = connectivity}, out, ground, out);
  map(on, {.pixel = Pixel::restore, .value = nodata}, elevation, out, out);
}

void drain(const Execution& on, int connectivity, const ConstImage& elevation, const Image& out) {
  map(on, {.pixel = Pixel::edge, .order = Order::falling}, elevation, out);
  propagate(on, {.order = Order::falling, .connectivity = connectivity}, out, elevation, out);
}

}  // namespace

void fill_depressions(const ConstImage& elevation, const Image& out, const FillDepressionsOptions& options,
                      const Execution& on) {
  require_rank(op, {"elevation", elevation}, 2, 3);
  require_alike(op, {"elevation", elevation}, {"out", out});
  require_apart(op, {"elevation", elevation}, {"out", out});
  const int connectivity = connectivity_of(op, options.connectivity, elevation.rank(), elevation.rank());
  if (elevation.shape().count() == 0) return;
  const Axes axes = storage_order(elevation);
  const DenseInput from(on, permuted(elevation, axes));
  const DenseOutput to(permuted(out, axes));
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (options.nodata || reduce(on, {.summary = Summary::nan_count}, from.view()) > 0)
    drain(on, connectivity, options.nodata.value_or(none), from.view(), to.view());
  else
    drain(on, connectivity, from.view(), to.view());
  to.finish(on);
}

OwnedImage fill_depressions(const ConstImage& elevation, const FillDepressionsOptions& options, const Execution& on) {
  OwnedImage out(elevation.type());
  fill_depressions(elevation, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"elevation", "heights"}};
constexpr Output outputs[] = {{"image", "the heights, with every depression filled to where it runs over"}};
constexpr Option option_rows[] = {
    {"nodata", OptionKind::real, "none", {}, "the value of cells without data, to which water runs as to the edge"},
    connectivity_row,
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_rank(op, {"elevation", ConstImage(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  return {types[0]};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  FillDepressionsOptions options{.connectivity = connectivity_in(values)};
  if (values.contains("nodata")) options.nodata = value_or<double>(values, "nodata", 0);
  fill_depressions(images[0], outs[0], options, on);
  return {};
}

}  // namespace

extern constinit const Operator fill_depressions_row;
constinit const Operator fill_depressions_row = {
    .name = op,
    .summary = "Fill an elevation model until water runs from every cell to the edge",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar fill_depressions elevation.tif -o out.tif",
    .results = results,
    .run = run,
};

}  // namespace preamar
