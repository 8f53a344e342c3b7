#include <preamar/operator.h>
#include <preamar/reconstruct.h>

#include "core/require.h"
#include "operators/checks.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<ReconstructOptions::Method> = std::to_array<std::string_view>({"dilation", "erosion"});

namespace reconstruct_operator {

constexpr std::string_view op = "reconstruct";
constexpr std::string_view wall = "replace them, or give `nan=ignore` to make each a wall";

PropagateSpec spec_of(const ReconstructOptions& options, int rank) {
  return {.rule = Rule::flood,
          .order = options.method == ReconstructOptions::Method::dilation ? Order::rising : Order::falling,
          .connectivity = connectivity_of(op, options.connectivity, rank)};
}

void require_numbers_unless(Nan nan, ConstImageView marker, ConstImageView mask, const Execution& on) {
  if (nan == Nan::ignore) return;
  require_numbers(op, {"marker", marker}, wall, on);
  require_numbers(op, {"mask", mask}, wall, on);
}

}  // namespace reconstruct_operator

void reconstruct(ConstImageView marker, ConstImageView mask, ImageView out, const ReconstructOptions& options,
                 const Execution& on) {
  using namespace reconstruct_operator;
  require_usable(op, on, {{"marker", marker}, {"mask", mask}}, {{"out", out}});
  require_rank(op, {"mask", mask}, 2, 3);
  require_alike(op, {"marker", marker}, {"mask", mask});
  require_alike(op, {"mask", mask}, {"out", out});
  require_apart(op, {"mask", mask}, {"out", out});
  require_apart_or_same(op, {"marker", marker}, {"out", out});
  const PropagateSpec spec = spec_of(options, mask.rank());
  require_numbers_unless(options.nan, marker, mask, on);
  if (mask.shape().count() == 0) return;

  // The fixed point does not depend on the order of the axes, so rows run along the axis that is dense in memory.
  const Axes axes = storage_order(mask);
  const DenseInput limit(on, permuted(mask, axes));
  const DenseOutput state(permuted(out, axes));
  ConstImageView seed = permuted(marker, axes);
  if (!seed.has_dense_rows()) {
    if (state.view().data() != seed.data()) map(on, {.pixel = Pixel::copy}, seed, state.view());
    seed = state.view();
  }
  propagate(on, spec, seed, limit.view(), state.view());
  state.finish(on);
}

Image reconstruct(ConstImageView marker, ConstImageView mask, const ReconstructOptions& options, const Execution& on) {
  Image out(mask.type());
  reconstruct(marker, mask, out, options, on);
  return out;
}

namespace reconstruct_operator {

constexpr Input inputs[] = {
    {"marker", "start values; values beyond the mask are clamped to it"},
    {"mask", "limit of the growth; same shape and dtype as the marker"},
};
constexpr Output outputs[] = {{.name = "image", .help = "the reconstructed image", .meaning = Meaning::same}};
constexpr auto option_table = bind<ReconstructOptions>(
    option<&ReconstructOptions::method>("method", "grow high values under the mask, or low values above it"),
    connectivity_up_to_rank<&ReconstructOptions::connectivity>,
    option<&ReconstructOptions::nan>("nan", "NaN raises an error, or is a wall and stays NaN"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  const ConstImageView marker(nullptr, types[0].dtype, types[0].shape), mask(nullptr, types[1].dtype, types[1].shape);
  require_rank(op, {"mask", mask}, 2, 3);
  require_alike(op, {"marker", marker}, {"mask", mask});
  return {types[1]};
}

ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  require_numbers_unless(option_table.from(view.options).nan, view.inputs[0], view.inputs[1], view.on);
  map(view.on, {.pixel = Pixel::copy}, view.inputs[0], seed);
  return view.inputs[1];
}

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  return spec_of(option_table.from(values), types[1].shape.rank());
}

constexpr BlockForm form = {.kind = FloodForm{.spec = spec, .prepare = prepare}, .scratch = flood_scratch};
extern constinit const Operator reconstruct_row;
constinit const Operator reconstruct_row = {
    .name = op,
    .summary = "Morphological reconstruction of a mask by a marker",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar reconstruct marker.tif mask.tif -o out.tif",
    .results = results,
    .run = run_function<option_table, reconstruct>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace reconstruct_operator

}  // namespace preamar
