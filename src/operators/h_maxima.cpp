#include <preamar/h_maxima.h>
#include <preamar/operator.h>
#include <preamar/regional_maxima.h>

#include "core/error_text.h"
#include "core/progress.h"
#include "operators/checks.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"

#include <cmath>

namespace preamar {
using namespace primitives;
namespace h_maxima_operator {

constexpr std::string_view name_in(Order order) { return order == Order::rising ? "h_maxima" : "h_minima"; }

constexpr auto option_table = bind<HMaximaOptions>(
    option<&HMaximaOptions::h>("h", "height limit in grey levels; an integer for integer images"),
    connectivity_up_to_rank<&HMaximaOptions::connectivity>,
    option<&HMaximaOptions::extended>("extended", "return the regional extrema of the result, as bool"));

DType result_type(const HMaximaOptions& options, DType dtype) { return options.extended ? DType::boolean : dtype; }

void require_height(std::string_view op, const HMaximaOptions& options, DType dtype) {
  option_table.require_given(op, options);
  const double h = options.h;
  if (!(h >= 0) || std::isinf(h))
    throw Error(ErrorKind::call, text(op, ": h is ", h, "; it must be a finite number, 0 or more"));
  if (!is_floating(dtype) && h != std::floor(h))
    throw Error(ErrorKind::call,
                text(op, ": h is ", h, " and image is ", name_of(dtype), "; it must be an integer for integer images"));
}

void lower(Order order, double h, ConstImageView image, ImageView seed, const Execution& on) {
  map(on, {.pixel = order == Order::rising ? Pixel::subtract : Pixel::add, .value = h}, image, seed);
}

void flood(Order order, ConstImageView image, ImageView out, const HMaximaOptions& options, int connectivity,
           const Execution& on) {
  in_storage_order(on, image, out, [&](ConstImageView limit, ImageView state) {
    lower(order, options.h, limit, state, on);
    propagate(on, {.order = order, .connectivity = connectivity}, state, limit, state);
  });
}

void cut(Order order, ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on) {
  const std::string_view op = name_in(order);
  require_image_and_out(op, image, out, result_type(options, image.dtype()), on);
  require_height(op, options, image.dtype());
  const int connectivity = connectivity_of(op, options.connectivity, image.rank());
  if (image.shape().count() == 0) return;
  if (!options.extended) return flood(order, image, out, options, connectivity, on);
  const WorkImage levels(on, image.type());
  flood(order, image, levels, options, connectivity, part_of(on, 0, 0.5));
  const RegionalMaximaOptions extrema{.connectivity = connectivity};
  if (order == Order::rising)
    regional_maxima(levels.view(), out, extrema, part_of(on, 0.5, 1));
  else
    regional_minima(levels.view(), out, extrema, part_of(on, 0.5, 1));
}

Image cut(Order order, ConstImageView image, const HMaximaOptions& options, const Execution& on) {
  Image out(result_type(options, image.dtype()), image.shape());
  cut(order, image, out, options, on);
  return out;
}

}  // namespace h_maxima_operator

void h_maxima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on) {
  h_maxima_operator::cut(Order::rising, image, out, options, on);
}
void h_minima(ConstImageView image, ImageView out, const HMaximaOptions& options, const Execution& on) {
  h_maxima_operator::cut(Order::falling, image, out, options, on);
}
Image h_maxima(ConstImageView image, const HMaximaOptions& options, const Execution& on) {
  return h_maxima_operator::cut(Order::rising, image, options, on);
}
Image h_minima(ConstImageView image, const HMaximaOptions& options, const Execution& on) {
  return h_maxima_operator::cut(Order::falling, image, options, on);
}

namespace h_maxima_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{.name = "image",
                               .help = "the image without its low extrema; with extended, the others as bool",
                               .meaning = Meaning::same}};

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(name_in(order), types);
  const HMaximaOptions options = option_table.from(values);
  require_height(name_in(order), options, type.dtype);
  return {{result_type(options, type.dtype), type.shape}};
}

template <Order order>
ConstImageView prepare(const BlockView& view, ImageView seed, Image&) {
  require_numbers(name_in(order), {"image", view.inputs[0]}, replace_them, view.on);
  lower(order, option_table.from(view.options).h, view.inputs[0], seed, view.on);
  return view.inputs[0];
}

// Extrema need a second flood, and so one more image.
double extrema_scratch(std::span<const ImageType> types, const Values& values) {
  return flood_scratch(types, values) + static_cast<double>(size_of(types[0].dtype));
}

template <Order order>
constexpr BlockForm levels_form = {
    .kind = FloodForm{.spec = flood_spec<order, name_in, option_table>, .prepare = prepare<order>},
    .scratch = flood_scratch};
template <Order order>
constexpr BlockForm extrema_form = {
    .kind =
        FloodForm{.spec = flood_spec<order, name_in, option_table>, .prepare = prepare<order>, .marks_extrema = true},
    .scratch = extrema_scratch};
template <Order order>
const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  return option_table.from(values).extended ? &extrema_form<order> : &levels_form<order>;
}

extern constinit const Operator h_maxima_row;
constinit const Operator h_maxima_row = {
    .name = name_in(Order::rising),
    .summary = "Suppress maxima of a height (dynamics) up to h",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar h_maxima image.tif --h 40 -o out.tif",
    .results = results<Order::rising>,
    .run = run_function<option_table, h_maxima>,
    .blocks = blocks<Order::rising>,
    .on_devices = up_to_32_bits,
};

extern constinit const Operator h_minima_row;
constinit const Operator h_minima_row = {
    .name = name_in(Order::falling),
    .summary = "Suppress minima of a depth (dynamics) up to h",
    .topic = Topic::reconstruction,
    .dual_of = "h_maxima",
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar h_minima image.tif --h 40 -o dual.tif",
    .results = results<Order::falling>,
    .run = run_function<option_table, h_minima>,
    .blocks = blocks<Order::falling>,
    .on_devices = up_to_32_bits,
};

}  // namespace h_maxima_operator

}  // namespace preamar
