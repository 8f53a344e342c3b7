#include <preamar/fill_holes.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/flood_blocks.h"
#include "skeletons/block_form.h"
#include "skeletons/components.h"
#include "skeletons/dense.h"
#include "skeletons/propagate.h"

namespace preamar {
namespace {

constexpr std::string_view op = "fill_holes";

// Water falls from the edge of the image.
void begin_at_edge(const Execution& on, Faces edges, const ConstImage& image, const Image& seed) {
  map(on, {.pixel = Pixel::edge, .order = Order::falling, .edges = edges}, image, seed);
}

// The background that the edge can reach stays.
SieveSpec spec_for(int connectivity, int rank) {
  return {.components = {.joined = Joined::background, .connectivity = connectivity_of(op, connectivity, 1, rank)},
          .trait = Trait::edge};
}

}  // namespace

void fill_holes(const ConstImage& image, const Image& out, const FillHolesOptions& options, const Execution& on) {
  require_image_and_out(op, image, out, image.dtype(), on);
  const int connectivity = connectivity_of(op, options.connectivity, 1, image.rank());
  if (image.shape().count() == 0) return;
  const Axes axes = storage_order(image);
  const DenseInput limit(on, permuted(image, axes));
  const DenseOutput state(permuted(out, axes));
  if (image.dtype() == DType::boolean) {
    sieve(on, spec_for(connectivity, image.rank()), limit.view(), {}, state.view());
  } else {
    begin_at_edge(on, Faces::all(), limit.view(), state.view());
    propagate(on, {.order = Order::falling, .connectivity = connectivity}, state.view(), limit.view(), state.view());
  }
  state.finish(on);
}

OwnedImage fill_holes(const ConstImage& image, const FillHolesOptions& options, const Execution& on) {
  OwnedImage out(image.type());
  fill_holes(image, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"image", "a mask, or grey levels"}};
constexpr Output outputs[] = {{"image", "the image with its holes filled"}};
constexpr Option option_rows[] = {
    {"connectivity", OptionKind::integer, "1", {}, "neighbours in the background: 1 shares a face ... rank a corner"},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) { return {image_type(op, types)}; }

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  fill_holes(images[0], outs[0], {.connectivity = connectivity_in(values)}, on);
  return {};
}

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  return {.order = Order::falling,
          .connectivity = connectivity_of(op, connectivity_in(values), 1, types[0].shape.rank())};
}

ConstImage prepare(const Piece& piece, const Image& seed, OwnedImage&) {
  require_numbers(op, {"image", piece.inputs[0]}, replace_them, piece.on);
  begin_at_edge(piece.on, piece.edges(), piece.inputs[0], seed);
  return piece.inputs[0];
}

constexpr BlockForm levels_form = {.kind = FloodForm{.spec = spec, .prepare = prepare}, .scratch = flood_scratch};

SieveSpec mask_spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(connectivity_in(values), types[0].shape.rank());
}

ConstImage mask_of(const Piece& piece, OwnedImage&, OwnedImage&) { return piece.inputs[0]; }

double mask_scratch(std::span<const ImageType> types, const Values& values) {
  return component_scratch(mask_spec(types, values).components, sieve_run);
}

constexpr BlockForm mask_form = {.kind = ComponentsForm{.spec = mask_spec, .prepare = mask_of},
                                 .scratch = mask_scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)mask_spec(types, values);  // refuses
  return types[0].dtype == DType::boolean ? &mask_form : &levels_form;
}

}  // namespace

extern constinit const Operator fill_holes_row;
constinit const Operator fill_holes_row = {
    .name = op,
    .summary = "Fill what the edge of the image cannot reach",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar fill_holes image.tif -o out.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
