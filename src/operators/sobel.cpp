#include <preamar/operator.h>
#include <preamar/sobel.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "operators/shared_options.h"
#include "operators/slope.h"

namespace preamar {
using namespace primitives;
namespace sobel_operator {

constexpr std::string_view op = "sobel";

ConvolveSpec spec_of(const SobelOptions& options) {
  ConvolveSpec spec{.smooth = {}, .derive = {}, .border = options.border};
  spec.smooth.fill({2, 1});
  spec.derive.fill({0, 1});
  return spec;
}

}  // namespace sobel_operator

void sobel(ConstImageView image, ImageView magnitude, ImageView direction, const SobelOptions& options,
           const Execution& on) {
  using namespace sobel_operator;
  slope(op, spec_of(options), image, magnitude, direction, on);
}

void sobel(ConstImageView image, ImageView magnitude, const SobelOptions& options, const Execution& on) {
  using namespace sobel_operator;
  slope(op, spec_of(options), image, magnitude, {}, on);
}

Image sobel(ConstImageView image, const SobelOptions& options, const Execution& on) {
  Image magnitude(DType::float32, image.shape());
  sobel(image, magnitude, options, on);
  return magnitude;
}

namespace sobel_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr auto option_table = bind<SobelOptions>(border_option<&SobelOptions::border>, direction_flag<SobelOptions>);

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  return slope_types(op, types, values);
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  slope(op, spec_of(option_table.from(values)), images[0], outs[0], given(outs, 1), on);
  return {};
}

Coordinates halo(std::span<const ImageType>, const Values&) { return {1, 1, 1}; }

constexpr BlockForm form = {.halo = halo, .kind = IndependentForm{}};

extern constinit const Operator sobel_row;
constinit const Operator sobel_row = {
    .name = op,
    .summary = "Gradient by the Sobel operator",
    .topic = Topic::filters,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = slope_outputs,
    .example = "preamar sobel image.tif -o magnitude.tif",
    .results = results,
    .run = run,
    .blocks = unless_wrapped<form, option_table>,
    .on_devices = up_to_32_bits,
};

}  // namespace sobel_operator

}  // namespace preamar
