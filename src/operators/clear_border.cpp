#include <preamar/clear_border.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"

#include <algorithm>

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<BorderKind> = std::to_array<std::string_view>({"automatic", "binary", "grey", "labels"});

namespace clear_border_operator {

constexpr std::string_view op = "clear_border";

constexpr auto option_table = bind<ClearBorderOptions>(
    option<&ClearBorderOptions::kind>("kind", "what the image holds; automatic decides by the dtype"),
    connectivity_up_to_rank<&ClearBorderOptions::connectivity>);

BorderKind kind_for(BorderKind kind, DType dtype) {
  if (kind == BorderKind::automatic)
    return dtype == DType::boolean ? BorderKind::binary : is_floating(dtype) ? BorderKind::grey : BorderKind::labels;
  if (kind != BorderKind::grey && is_floating(dtype))
    throw Error(ErrorKind::call, text(op, ": kind is ", words_of<BorderKind>[static_cast<std::size_t>(kind)],
                                      " and image is ", name_of(dtype), "; give kind grey, or an image of integers"));
  return kind;
}

ComponentFilterSpec spec_for(BorderKind kind, int connectivity) {
  return {.components = {.joined = kind == BorderKind::binary ? Joined::foreground : Joined::equal,
                         .connectivity = connectivity},
          .trait = Trait::inland};
}

// Grey levels: the marker is the image on its border, the minimum of the dtype elsewhere; the result is the image minus
// its reconstruction.
void begin_at_edge(const Execution& on, Faces edges, ConstImageView image, ImageView seed) {
  map(on, {.pixel = Pixel::edge, .order = Order::rising, .edges = edges}, image, seed);
}
void keep_above(const Execution& on, ConstImageView image, ConstImageView level, ImageView out) {
  map(on, {.pixel = Pixel::difference}, image, level, out);
}

}  // namespace clear_border_operator

void clear_border(ConstImageView image, ImageView out, const ClearBorderOptions& options, const Execution& on) {
  using namespace clear_border_operator;
  require_image_and_out(op, image, out, image.dtype(), on);
  const BorderKind kind = kind_for(options.kind, image.dtype());
  const int connectivity = connectivity_of(op, options.connectivity, image.rank());
  in_storage_order(on, image, out, [&](ConstImageView from, ImageView to) {
    if (kind != BorderKind::grey) return filter_components(on, spec_for(kind, connectivity), from, {}, to);
    begin_at_edge(on, Faces::all(), from, to);
    propagate(on, {.order = Order::rising, .connectivity = connectivity}, to, from, to);
    keep_above(on, from, to, to);
  });
}

Image clear_border(ConstImageView image, const ClearBorderOptions& options, const Execution& on) {
  Image out(image.type());
  clear_border(image, out, options, on);
  return out;
}

namespace clear_border_operator {

constexpr Input inputs[] = {{"image", "mask, labels or grey levels"}};
constexpr Output outputs[] = {
    {.name = "image", .help = "the image without the objects that touch its border", .meaning = Meaning::same}};
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(op, types);
  (void)kind_for(option_table.from(values).kind, type.dtype);
  return {type};
}

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  const int rank = types[0].shape.rank();
  return {.order = Order::rising, .connectivity = connectivity_of(op, option_table.from(values).connectivity, rank)};
}

ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  require_numbers(op, {"image", view.inputs[0]}, replace_them, view.on);
  begin_at_edge(view.on, view.edges(), view.inputs[0], seed);
  return view.inputs[0];
}

void conclude(const BlockView& view, ConstImageView level, bool, ImageView out) {
  keep_above(view.on, view.inputs[0], level, out);
}

constexpr BlockForm levels_form = {.kind = FloodForm{.spec = spec, .prepare = prepare, .conclude = conclude},
                                   .scratch = flood_scratch};

ComponentFilterSpec object_spec(std::span<const ImageType> types, const Values& values) {
  const ClearBorderOptions options = option_table.from(values);
  const int rank = types[0].shape.rank();
  return spec_for(kind_for(options.kind, types[0].dtype), connectivity_of(op, options.connectivity, rank));
}

ConstImageView objects_of(const BlockView& view, Image&, Image&) { return view.inputs[0]; }

double object_scratch(std::span<const ImageType> types, const Values& values) {
  return component_scratch(object_spec(types, values).components, filter_run);
}

constexpr BlockForm object_form = {.kind = ComponentsForm{.spec = object_spec, .prepare = objects_of},
                                   .scratch = object_scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)object_spec(types, values);  // throws for a wrong kind or connectivity
  return kind_for(option_table.from(values).kind, types[0].dtype) == BorderKind::grey ? &levels_form : &object_form;
}

extern constinit const Operator clear_border_row;
constinit const Operator clear_border_row = {
    .name = op,
    .summary = "Remove the objects that touch the image border",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar clear_border labels.tif -o out.tif",
    .results = results,
    .run = run_function<option_table, clear_border>,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace clear_border_operator

}  // namespace preamar
