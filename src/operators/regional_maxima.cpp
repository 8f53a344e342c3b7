#include <preamar/operator.h>
#include <preamar/regional_maxima.h>

#include "operators/checks.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"
#include "primitives/reduce.h"
#include "primitives/stencil.h"

namespace preamar {
using namespace primitives;
namespace regional_maxima_operator {

constexpr std::string_view name_in(Order order) {
  return order == Order::rising ? "regional_maxima" : "regional_minima";
}

// Seeds are the pixels that have a better neighbour (higher for maxima), at their own level; they are reconstructed
// under the image. A plateau with a better neighbour holds a seed, so it is filled. A plateau without one has only
// worse neighbours, so the flood that enters it stays below its level, and there the result differs from the image. An
// image without any seed is constant.
void begin(Order order, int connectivity, ConstImageView image, ImageView water, const Execution& on) {
  stencil(on, {StencilValue::slope, order, Footprint::neighbours, connectivity}, image, water);
}
void mark(ConstImageView image, ConstImageView water, bool is_constant, ImageView out, const Execution& on) {
  if (is_constant)
    map(on, {.pixel = Pixel::fill, .value = 1}, out, out);
  else
    map(on, {.pixel = Pixel::differs}, image, water, out);
}

void find(Order order, ConstImageView image, ImageView out, const RegionalMaximaOptions& options, const Execution& on) {
  const std::string_view op = name_in(order);
  require_image_and_out(op, image, out, DType::boolean, on);
  const int connectivity = connectivity_of(op, options.connectivity, image.rank());
  in_storage_order(on, image, out, [&](ConstImageView limit, ImageView found) {
    const bool is_constant = reduce(on, {.summary = Summary::is_constant}, limit) == 1;
    WorkImage water;
    if (!is_constant) {
      water = WorkImage(on, limit.type());
      begin(order, connectivity, limit, water, on);
      propagate(on, {.order = order, .connectivity = connectivity}, water, limit, water);
    }
    mark(limit, water, is_constant, found, on);
  });
}

Image found_in(Order order, ConstImageView image, const RegionalMaximaOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  find(order, image, out, options, on);
  return out;
}

}  // namespace regional_maxima_operator

void regional_maxima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options, const Execution& on) {
  regional_maxima_operator::find(Order::rising, image, out, options, on);
}
void regional_minima(ConstImageView image, ImageView out, const RegionalMaximaOptions& options, const Execution& on) {
  regional_maxima_operator::find(Order::falling, image, out, options, on);
}
Image regional_maxima(ConstImageView image, const RegionalMaximaOptions& options, const Execution& on) {
  return regional_maxima_operator::found_in(Order::rising, image, options, on);
}
Image regional_minima(ConstImageView image, const RegionalMaximaOptions& options, const Execution& on) {
  return regional_maxima_operator::found_in(Order::falling, image, options, on);
}

namespace regional_maxima_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output maxima[] = {{"image", "true on plateaus without a higher neighbour"}};
constexpr Output minima[] = {{"image", "true on plateaus without a lower neighbour"}};
constexpr auto option_table =
    bind<RegionalMaximaOptions>(connectivity_up_to_rank<&RegionalMaximaOptions::connectivity>);

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  return {{DType::boolean, image_type(name_in(order), types).shape}};
}

// Neighbours in other blocks count too.
Coordinates halo(std::span<const ImageType>, const Values&) { return {1, 1, 1}; }

template <Order order>
ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  ConstImageView image = view.inputs[0];
  require_numbers(name_in(order), {"image", image}, replace_them, view.on);
  Image water(image.type());
  const int rank = image.rank();
  begin(order, connectivity_of(name_in(order), option_table.from(view.options).connectivity, rank), image, water,
        view.on);
  map(view.on, {.pixel = Pixel::copy}, part<ConstImageView>(water, view.inner()), seed);
  return part(image, view.inner());
}

void conclude(const BlockView& view, ConstImageView water, bool is_constant, ImageView out) {
  mark(part(view.inputs[0], view.inner()), water, is_constant, out, view.on);
}

// Two more images: the seeds of the block with its halo, and the levels, because the result is bool.
double scratch(std::span<const ImageType> types, const Values& values) {
  return flood_scratch(types, values) + static_cast<double>(size_of(types[0].dtype));
}

template <Order order>
constexpr BlockForm form = {
    .halo = halo,
    .kind =
        FloodForm{.spec = flood_spec<order, name_in, option_table>, .prepare = prepare<order>, .conclude = conclude},
    .scratch = scratch};
extern constinit const Operator regional_maxima_row;
constinit const Operator regional_maxima_row = {
    .name = name_in(Order::rising),
    .summary = "Find the regional maxima of an image",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = maxima,
    .example = "preamar regional_maxima image.tif -o maxima.tif",
    .results = results<Order::rising>,
    .run = run_function<option_table, regional_maxima>,
    .blocks = always<form<Order::rising>>,
    .on_devices = up_to_32_bits,
};

extern constinit const Operator regional_minima_row;
constinit const Operator regional_minima_row = {
    .name = name_in(Order::falling),
    .summary = "Find the regional minima of an image",
    .topic = Topic::reconstruction,
    .dual_of = "regional_maxima",
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = minima,
    .example = "preamar regional_minima image.tif -o minima.tif",
    .results = results<Order::falling>,
    .run = run_function<option_table, regional_minima>,
    .blocks = always<form<Order::falling>>,
    .on_devices = up_to_32_bits,
};

}  // namespace regional_maxima_operator

}  // namespace preamar
