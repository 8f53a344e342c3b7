#include <preamar/opening_by_reconstruction.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/flat.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/propagate.h"

namespace preamar {
using namespace primitives;
namespace opening_by_reconstruction_operator {

using Options = OpeningByReconstructionOptions;

// `order` is the order of the reconstruction: rising for the opening.
constexpr std::string_view name_in(Order order) {
  return order == Order::rising ? "opening_by_reconstruction" : "closing_by_reconstruction";
}

// The marker: an erosion for the opening, a dilation for the closing.
void narrow(Order order, const FlatOptions& flat, ConstImageView image, ImageView seed, const Execution& on) {
  spread(order == Order::rising ? Order::falling : Order::rising, flat, image, seed, on);
}

void apply(Order order, ConstImageView image, ImageView out, const Options& options, const Execution& on) {
  const std::string_view op = name_in(order);
  const FlatOptions flat{.radius = options.radius};
  require_image_and_out(op, image, out, image.dtype(), on);
  require_flat(op, flat, image.rank());
  const int connectivity = connectivity_of(op, options.connectivity, image.rank());
  in_storage_order(on, image, out, [&](ConstImageView limit, ImageView state) {
    narrow(order, flat, limit, state, on);
    propagate(on, {.order = order, .connectivity = connectivity}, state, limit, state);
  });
}

Image applied(Order order, ConstImageView image, const Options& options, const Execution& on) {
  Image out(image.type());
  apply(order, image, out, options, on);
  return out;
}

}  // namespace opening_by_reconstruction_operator

void opening_by_reconstruction(ConstImageView image, ImageView out, const OpeningByReconstructionOptions& options,
                               const Execution& on) {
  opening_by_reconstruction_operator::apply(Order::rising, image, out, options, on);
}
void closing_by_reconstruction(ConstImageView image, ImageView out, const OpeningByReconstructionOptions& options,
                               const Execution& on) {
  opening_by_reconstruction_operator::apply(Order::falling, image, out, options, on);
}
Image opening_by_reconstruction(ConstImageView image, const OpeningByReconstructionOptions& options,
                                const Execution& on) {
  return opening_by_reconstruction_operator::applied(Order::rising, image, options, on);
}
Image closing_by_reconstruction(ConstImageView image, const OpeningByReconstructionOptions& options,
                                const Execution& on) {
  return opening_by_reconstruction_operator::applied(Order::falling, image, options, on);
}

namespace opening_by_reconstruction_operator {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output opened[] = {{.name = "image",
                              .help = "the image without bright objects smaller than the disk or ball",
                              .meaning = Meaning::same}};
constexpr Output closed[] = {{.name = "image",
                              .help = "the image without dark regions smaller than the disk or ball",
                              .meaning = Meaning::same}};
constexpr auto option_table =
    bind<Options>(radius_option<&Options::radius>, connectivity_up_to_rank<&Options::connectivity>);

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(name_in(order), types);
  require_flat(name_in(order), {.radius = option_table.from(values).radius}, type.shape.rank());
  return {type};
}

Coordinates halo(std::span<const ImageType>, const Values& values) {
  const std::int64_t radius = option_table.from(values).radius;
  return {radius, radius, radius};
}

template <Order order>
ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  ConstImageView image = view.inputs[0];
  require_numbers(name_in(order), {"image", image}, replace_them, view.on);
  Image narrowed(image.type());
  narrow(order, {.radius = option_table.from(view.options).radius}, image, narrowed, view.on);
  map(view.on, {.pixel = Pixel::copy}, part<ConstImageView>(narrowed, view.inner()), seed);
  return part(image, view.inner());
}

// One more image: the marker of the block and its halo.
double scratch(std::span<const ImageType> types, const Values& values) {
  return flood_scratch(types, values) + static_cast<double>(size_of(types[0].dtype));
}

template <Order order>
constexpr BlockForm form = {
    .halo = halo,
    .kind = FloodForm{.spec = flood_spec<order, name_in, option_table>, .prepare = prepare<order>},
    .scratch = scratch,
    .worker_scratch = flat_scratch};
extern constinit const Operator opening_by_reconstruction_row;
constinit const Operator opening_by_reconstruction_row = {
    .name = name_in(Order::rising),
    .summary = "Remove small bright objects, keep other outlines",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = opened,
    .example = "preamar opening_by_reconstruction image.tif --radius 3 -o out.tif",
    .results = results<Order::rising>,
    .run = run_function<option_table, opening_by_reconstruction>,
    .blocks = always<form<Order::rising>>,
    .on_devices = up_to_32_bits,
};

extern constinit const Operator closing_by_reconstruction_row;
constinit const Operator closing_by_reconstruction_row = {
    .name = name_in(Order::falling),
    .summary = "Fill small dark regions, keep the other outlines",
    .topic = Topic::reconstruction,
    .dual_of = "opening_by_reconstruction",
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = closed,
    .example = "preamar closing_by_reconstruction image.tif --radius 3 -o dual.tif",
    .results = results<Order::falling>,
    .run = run_function<option_table, closing_by_reconstruction>,
    .blocks = always<form<Order::falling>>,
    .on_devices = up_to_32_bits,
};

}  // namespace opening_by_reconstruction_operator

}  // namespace preamar
