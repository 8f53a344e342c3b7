#include <preamar/geodesic_distance.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"

#include <limits>

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<GeodesicDistanceOptions::Weights> = std::to_array<std::string_view>({"steps",
                                                                                                    "quasi_euclidean"});

namespace geodesic_distance_operator {

constexpr std::string_view op = "geodesic_distance";

std::array<std::int64_t, max_rank> costs_of(GeodesicDistanceOptions::Weights weights) {
  if (weights == GeodesicDistanceOptions::Weights::quasi_euclidean) return {5, 7, 9};
  return {1, 1, 1};
}

PropagateSpec spec_for(const GeodesicDistanceOptions& options, int rank) {
  return {.rule = Rule::geodesic,
          .order = Order::falling,
          .connectivity = connectivity_of(op, options.connectivity, rank),
          .costs = costs_of(options.weights)};
}

void require_one_shape(const ImageType& marker, const ImageType& mask) {
  require_rank(op, {"mask", ConstImageView(nullptr, mask.dtype, mask.shape)}, 2, 3);
  if (marker.shape != mask.shape)
    throw Error(ErrorKind::call, text(op, ": marker is ", marker.shape.text(), " and mask is ", mask.shape.text(),
                                      "; their shape must be the same"));
}

}  // namespace geodesic_distance_operator

ImageType geodesic_distance_type(const ImageType& mask, const GeodesicDistanceOptions& options) {
  using namespace geodesic_distance_operator;
  require_rank(op, {"mask", ConstImageView(nullptr, mask.dtype, mask.shape)}, 2, 3);
  const int connectivity = connectivity_of(op, options.connectivity, mask.shape.rank());
  const std::int64_t largest = costs_of(options.weights)[static_cast<std::size_t>(connectivity - 1)];
  const bool small = mask.shape.count() < std::numeric_limits<std::uint32_t>::max() / largest;
  return {small ? DType::uint32 : DType::uint64, mask.shape};
}

void geodesic_distance(ConstImageView marker, ConstImageView mask, ImageView out,
                       const GeodesicDistanceOptions& options, const Execution& on) {
  using namespace geodesic_distance_operator;
  require_usable(op, on, {{"marker", marker}, {"mask", mask}}, {{"out", out}});
  require_one_shape(marker.type(), mask.type());
  const ImageType type = geodesic_distance_type(mask.type(), options);
  require_alike(op, {"out", out}, {"the result", ConstImageView(nullptr, type.dtype, type.shape)});
  require_apart(op, {"marker", marker}, {"out", out});
  require_apart(op, {"mask", mask}, {"out", out});
  require_numbers(op, {"marker", marker}, replace_them, on);
  require_numbers(op, {"mask", mask}, replace_them, on);
  if (mask.shape().count() == 0) return;

  // The fixed point does not depend on the order of axes, so the contiguous axis is taken as the row.
  const Axes axes = storage_order(out);
  const DenseInput seed(on, permuted(marker, axes)), limit(on, permuted(mask, axes));
  const DenseOutput state(permuted(out, axes));
  propagate(on, spec_for(options, mask.rank()), seed.view(), limit.view(), state.view());
  state.finish(on);
}

Image geodesic_distance(ConstImageView marker, ConstImageView mask, const GeodesicDistanceOptions& options,
                        const Execution& on) {
  Image out(geodesic_distance_type(mask.type(), options));
  geodesic_distance(marker, mask, out, options, on);
  return out;
}

namespace geodesic_distance_operator {

constexpr Input inputs[] = {
    {"marker", "seeds: paths start at non-zero pixels"},
    {"mask", "domain: paths pass through non-zero pixels"},
};
constexpr Output outputs[] = {{"image", "length of the shortest path; the maximum of the dtype if none"}};
constexpr auto option_table = bind<GeodesicDistanceOptions>(
    connectivity_up_to_rank<&GeodesicDistanceOptions::connectivity>,
    option<&GeodesicDistanceOptions::weights>("weights", "cost of a step: 1, or 5, 7, 9 along one, two, three axes"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_one_shape(types[0], types[1]);
  return {geodesic_distance_type(types[1], option_table.from(values))};
}

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(option_table.from(values), types[1].shape.rank());
}

void require_pixels(const BlockView& view) {
  require_numbers(op, {"marker", view.inputs[0]}, replace_them, view.on);
  require_numbers(op, {"mask", view.inputs[1]}, replace_them, view.on);
}

// Walls among the cells around a block.
Coordinates halo(std::span<const ImageType>, const Values&) { return {1, 1, 1}; }

// A byte per cell for walls, and the tiles' bookkeeping.
double scratch(std::span<const ImageType>, const Values&) { return 2; }

constexpr BlockForm form = {
    .halo = halo, .kind = GeodesicForm{.spec = spec, .require = require_pixels}, .scratch = scratch};

extern constinit const Operator geodesic_distance_row;
constinit const Operator geodesic_distance_row = {
    .name = op,
    .summary = "Geodesic distance: shortest paths inside a mask",
    .topic = Topic::distance,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar geodesic_distance marker.tif mask.tif -o geodesic.tif",
    .results = results,
    .run = run_function<option_table, geodesic_distance>,
    .blocks = checked<form, results>,
    .on_devices = up_to_32_bits,
};

}  // namespace geodesic_distance_operator

}  // namespace preamar
