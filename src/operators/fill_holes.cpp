#include <preamar/fill_holes.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"

namespace preamar {
using namespace primitives;
namespace fill_holes_operator {

constexpr std::string_view op = "fill_holes";

// Marker: the image on its border, the maximum of the dtype elsewhere.
void begin_at_edge(const Execution& on, Faces edges, ConstImageView image, ImageView seed) {
  map(on, {.pixel = Pixel::edge, .order = Order::falling, .edges = edges}, image, seed);
}

// Background components with a pixel on the border stay; the others become foreground.
ComponentFilterSpec spec_for(int connectivity, int rank) {
  return {.components = {.joined = Joined::background, .connectivity = checked_connectivity(op, connectivity, rank)},
          .trait = Trait::edge};
}

}  // namespace fill_holes_operator

void fill_holes(ConstImageView image, ImageView out, const FillHolesOptions& options, const Execution& on) {
  using namespace fill_holes_operator;
  require_image_and_out(op, image, out, image.dtype(), on);
  const int connectivity = checked_connectivity(op, options.connectivity, image.rank());
  in_storage_order(on, image, out, [&](ConstImageView from, ImageView to) {
    if (from.dtype() == DType::boolean) return filter_components(on, spec_for(connectivity, from.rank()), from, {}, to);
    begin_at_edge(on, Faces::all(), from, to);
    propagate(on, {.order = Order::falling, .connectivity = connectivity}, to, from, to);
  });
}

Image fill_holes(ConstImageView image, const FillHolesOptions& options, const Execution& on) {
  Image out(image.type());
  fill_holes(image, out, options, on);
  return out;
}

namespace fill_holes_operator {

constexpr Input inputs[] = {{"image", "mask (bool) or grey levels"}};
constexpr Output outputs[] = {{.name = "image", .help = "the image with its holes filled", .meaning = Meaning::same}};
constexpr auto option_table = bind<FillHolesOptions>(option<&FillHolesOptions::connectivity>(
    "connectivity", "neighbours in the background: from 1 (share a face) to rank (a corner)"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) { return {image_type(op, types)}; }

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  return {.order = Order::falling,
          .connectivity = checked_connectivity(op, option_table.from(values).connectivity, types[0].shape.rank())};
}

ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  require_numbers(op, {"image", view.inputs[0]}, replace_them, view.on);
  begin_at_edge(view.on, view.edges(), view.inputs[0], seed);
  return view.inputs[0];
}

constexpr BlockForm levels_form = {.kind = FloodForm{.spec = spec, .prepare = prepare}, .scratch = flood_scratch};

ComponentFilterSpec mask_spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(option_table.from(values).connectivity, types[0].shape.rank());
}

ConstImageView mask_of(const BlockView& view, Image&, Image&) { return view.inputs[0]; }

double mask_scratch(std::span<const ImageType> types, const Values& values) {
  return component_scratch(mask_spec(types, values).components, filter_run);
}

constexpr BlockForm mask_form = {.kind = ComponentsForm{.spec = mask_spec, .prepare = mask_of},
                                 .scratch = mask_scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)mask_spec(types, values);  // throws for a wrong connectivity
  return types[0].dtype == DType::boolean ? &mask_form : &levels_form;
}

extern constinit const Operator fill_holes_row;
constinit const Operator fill_holes_row = {
    .name = op,
    .summary = "Fill the holes of objects",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar fill_holes image.tif -o out.tif",
    .results = results,
    .run = run_function<option_table, fill_holes>,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace fill_holes_operator

}  // namespace preamar
