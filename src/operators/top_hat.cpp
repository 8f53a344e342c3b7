#include <preamar/operator.h>
#include <preamar/top_hat.h>

#include "operators/flat.h"
#include "operators/row.h"

namespace preamar {
using namespace primitives;
namespace top_hat_operator {

constexpr std::string_view op = "top_hat";

}  // namespace top_hat_operator

void top_hat(ConstImageView image, ImageView out, const FlatOptions& options, const Execution& on) {
  apply_flat(top_hat_operator::op, image, out, options, on, [&](ConstImageView from, ImageView to) {
    spread_and_back(Order::falling, options, from, to, on);
    map(on, {.pixel = Pixel::difference}, from, to, to);
  });
}

Image top_hat(ConstImageView image, const FlatOptions& options, const Execution& on) {
  Image out(image.type());
  top_hat(image, out, options, on);
  return out;
}

namespace top_hat_operator {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output outputs[] = {{.name = "image", .help = "the image minus its opening", .meaning = Meaning::difference}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  return flat_results(op, types, values);
}

Coordinates halo(std::span<const ImageType>, const Values& values) { return flat_reach(values, 2); }

constexpr BlockForm form = {
    .halo = halo, .kind = IndependentForm{}, .scratch = between_scratch, .worker_scratch = flat_scratch};

extern constinit const Operator top_hat_row;
constinit const Operator top_hat_row = {
    .name = op,
    .summary = "White top-hat: keep narrow bright structures",
    .topic = Topic::morphology,
    .inputs = inputs,
    .options = flat_options.rows,
    .outputs = outputs,
    .example = "preamar top_hat image.tif --radius 8 -o out.tif",
    .results = results,
    .run = run_function<flat_options, top_hat>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace top_hat_operator

}  // namespace preamar
