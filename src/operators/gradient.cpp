#include <preamar/gradient.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "operators/slope.h"

#include <algorithm>

namespace preamar {
namespace {

constexpr std::string_view op = "gradient";

ConvolveSpec spec_of(const GradientOptions& options, int rank) {
  const GaussianScale scale{options.sigma, options.spacing, options.truncate};
  return {
      .smooth = gaussian_weights(op, scale, rank), .derive = slope_weights(op, scale, rank), .border = options.border};
}

}  // namespace

void gradient(const ConstImage& image, const Image& magnitude, const Image& direction, const GradientOptions& options,
              const Execution& on) {
  slope(op, spec_of(options, image.rank()), image, magnitude, direction, on);
}

void gradient(const ConstImage& image, const Image& magnitude, const GradientOptions& options, const Execution& on) {
  gradient(image, magnitude, Image(), options, on);
}

OwnedImage gradient(const ConstImage& image, const GradientOptions& options, const Execution& on) {
  OwnedImage magnitude(DType::float32, image.shape());
  gradient(image, magnitude, options, on);
  return magnitude;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Option option_rows[] = {
    {"sigma", OptionKind::real, "", {}, "of the Gaussian, in the unit of the spacing; 0 for central differences"},
    spacing_row,
    truncate_row,
    border_row,
    direction_row,
};

GradientOptions options_from(const Values& values) {
  return {.sigma = value_or<double>(values, "sigma", 1),
          .spacing = value_or<std::vector<double>>(values, "spacing", {}),
          .truncate = value_or<double>(values, "truncate", 4),
          .border = border_in(values)};
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  std::vector<ImageType> found = slope_types(op, types, values);
  (void)spec_of(options_from(values), found[0].shape.rank());
  return found;
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  gradient(images[0], outs[0], outs.size() > 1 ? outs[1] : Image(), options_from(values), on);
  return {};
}

Place halo(std::span<const ImageType> types, const Values& values) {
  const ConvolveSpec spec = spec_of(options_from(values), types[0].shape.rank());
  Place cells = reach(spec.smooth);
  const Place slope = reach(spec.derive);
  for (std::size_t axis = 0; axis < max_rank; ++axis) cells[axis] = std::max(cells[axis], slope[axis]);
  return cells;
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return convolve_scratch(spec_of(options_from(values), box.rank()), types[0].dtype, box);
}

constexpr BlockForm form = {.halo = halo, .kind = AloneForm{}, .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  return stays_near(values) ? &form : nullptr;
}

}  // namespace

extern constinit const Operator gradient_row;
constinit const Operator gradient_row = {
    .name = op,
    .summary = "How steep an image is, and whither it rises, by derivatives of a Gaussian",
    .inputs = inputs,
    .options = option_rows,
    .outputs = slope_outputs,
    .example = "preamar gradient image.tif --sigma 2 -o slope.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
