#include <preamar/opening.h>
#include <preamar/operator.h>

#include "operators/flat.h"
#include "operators/row.h"

namespace preamar {
using namespace primitives;
namespace opening_operator {

constexpr std::string_view name_in(Order order) { return order == Order::falling ? "opening" : "closing"; }

void apply(Order order, ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  apply_flat(name_in(order), image, out, options, on,
             [&](ConstImageView from, ImageView to) { spread_and_back(order, options, from, to, on); });
}

Image applied(Order order, ConstImageView image, const FlatOptions& options, const Execution& on) {
  Image out(image.type());
  apply(order, image, out, options, on);
  return out;
}

}  // namespace opening_operator

void opening(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  opening_operator::apply(Order::falling, image, out, options, on);
}
void closing(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  opening_operator::apply(Order::rising, image, out, options, on);
}
Image opening(ConstImageView image, const FlatOptions& options, const Execution& on) {
  return opening_operator::applied(Order::falling, image, options, on);
}
Image closing(ConstImageView image, const FlatOptions& options, const Execution& on) {
  return opening_operator::applied(Order::rising, image, options, on);
}

namespace opening_operator {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output opening_output[] = {
    {.name = "image", .help = "erosion of the image, then dilated", .meaning = Meaning::same}};
constexpr Output closing_output[] = {
    {.name = "image", .help = "dilation of the image, then eroded", .meaning = Meaning::same}};

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  return flat_results(name_in(order), types, values);
}

Coordinates halo(std::span<const ImageType>, const Values& values) { return flat_reach(values, 2); }

constexpr BlockForm form = {
    .halo = halo, .kind = IndependentForm{}, .scratch = between_scratch, .worker_scratch = flat_scratch};

extern constinit const Operator opening_row;
constinit const Operator opening_row = {
    .name = name_in(Order::falling),
    .summary = "Opening: remove narrow bright structures",
    .topic = Topic::morphology,
    .inputs = inputs,
    .options = flat_options.rows,
    .outputs = opening_output,
    .example = "preamar opening image.tif --radius 3 -o out.tif",
    .results = results<Order::falling>,
    .run = run_function<flat_options, opening>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

extern constinit const Operator closing_row;
constinit const Operator closing_row = {
    .name = name_in(Order::rising),
    .summary = "Closing: fill narrow dark structures",
    .topic = Topic::morphology,
    .dual_of = "opening",
    .inputs = inputs,
    .options = flat_options.rows,
    .outputs = closing_output,
    .example = "preamar closing image.tif --radius 3 -o dual.tif",
    .results = results<Order::rising>,
    .run = run_function<flat_options, closing>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace opening_operator

}  // namespace preamar
