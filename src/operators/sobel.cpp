#include <preamar/operator.h>
#include <preamar/sobel.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "operators/slope.h"

namespace preamar {
namespace {

constexpr std::string_view op = "sobel";

ConvolveSpec spec_of(const SobelOptions& options) {
  ConvolveSpec spec{.smooth = {}, .derive = {}, .border = options.border};
  spec.smooth.fill({2, 1});
  spec.derive.fill({0, 1});
  return spec;
}

}  // namespace

void sobel(const ConstImage& image, const Image& magnitude, const Image& direction, const SobelOptions& options,
           const Execution& on) {
  slope(op, spec_of(options), image, magnitude, direction, on);
}

void sobel(const ConstImage& image, const Image& magnitude, const SobelOptions& options, const Execution& on) {
  sobel(image, magnitude, Image(), options, on);
}

OwnedImage sobel(const ConstImage& image, const SobelOptions& options, const Execution& on) {
  OwnedImage magnitude(DType::float32, image.shape());
  sobel(image, magnitude, options, on);
  return magnitude;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Option option_rows[] = {border_row, direction_row};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  return slope_types(op, types, values);
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  sobel(images[0], outs[0], outs.size() > 1 ? outs[1] : Image(), {.border = border_in(values)}, on);
  return {};
}

Place halo(std::span<const ImageType>, const Values&) { return {1, 1, 1}; }

constexpr BlockForm form = {.halo = halo, .kind = AloneForm{}};

const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  return stays_near(values) ? &form : nullptr;
}

}  // namespace

extern constinit const Operator sobel_row;
constinit const Operator sobel_row = {
    .name = op,
    .summary = "How steep an image is, and whither it rises, by Sobel's differences",
    .inputs = inputs,
    .options = option_rows,
    .outputs = slope_outputs,
    .example = "preamar sobel image.tif -o slope.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
