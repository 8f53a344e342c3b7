#include <preamar/dilate.h>
#include <preamar/operator.h>

#include "operators/flat.h"
#include "operators/row.h"

namespace preamar {
using namespace primitives;
namespace dilate_operator {

constexpr std::string_view name_in(Order order) { return order == Order::rising ? "dilate" : "erode"; }

void apply(Order order, ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  apply_flat(name_in(order), image, out, options, on,
             [&](ConstImageView from, ImageView to) { spread(order, options, from, to, on); });
}

Image applied(Order order, ConstImageView image, const FlatOptions& options, const Execution& on) {
  Image out(image.type());
  apply(order, image, out, options, on);
  return out;
}

}  // namespace dilate_operator

void dilate(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  dilate_operator::apply(Order::rising, image, out, options, on);
}
void erode(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  dilate_operator::apply(Order::falling, image, out, options, on);
}
Image dilate(ConstImageView image, const FlatOptions& options, const Execution& on) {
  return dilate_operator::applied(Order::rising, image, options, on);
}
Image erode(ConstImageView image, const FlatOptions& options, const Execution& on) {
  return dilate_operator::applied(Order::falling, image, options, on);
}

namespace dilate_operator {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output dilate_output[] = {
    {.name = "image", .help = "maximum in the neighbourhood of each pixel", .meaning = Meaning::same}};
constexpr Output erode_output[] = {
    {.name = "image", .help = "minimum in the neighbourhood of each pixel", .meaning = Meaning::same}};

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  return flat_results(name_in(order), types, values);
}

Coordinates halo(std::span<const ImageType>, const Values& values) { return flat_reach(values, 1); }

constexpr BlockForm form = {.halo = halo, .kind = IndependentForm{}, .worker_scratch = flat_scratch};

extern constinit const Operator dilate_row;
constinit const Operator dilate_row = {
    .name = name_in(Order::rising),
    .summary = "Grey-scale dilation: maximum in a neighbourhood",
    .topic = Topic::morphology,
    .inputs = inputs,
    .options = flat_options.rows,
    .outputs = dilate_output,
    .example = "preamar dilate image.tif --radius 3 -o out.tif",
    .results = results<Order::rising>,
    .run = run_function<flat_options, dilate>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

extern constinit const Operator erode_row;
constinit const Operator erode_row = {
    .name = name_in(Order::falling),
    .summary = "Grey-scale erosion: minimum in a neighbourhood",
    .topic = Topic::morphology,
    .dual_of = "dilate",
    .inputs = inputs,
    .options = flat_options.rows,
    .outputs = erode_output,
    .example = "preamar erode image.tif --radius 3 -o dual.tif",
    .results = results<Order::falling>,
    .run = run_function<flat_options, erode>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace dilate_operator

}  // namespace preamar
