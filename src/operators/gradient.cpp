#include <preamar/gradient.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "operators/shared_options.h"
#include "operators/slope.h"

#include <algorithm>

namespace preamar {
using namespace primitives;
namespace gradient_operator {

constexpr std::string_view op = "gradient";

constexpr auto option_table = bind<GradientOptions>(
    option<&GradientOptions::sigma>("sigma", "standard deviation, in the unit of spacing; 0: central differences"),
    spacing_option<&GradientOptions::spacing>, truncate_option<&GradientOptions::truncate>,
    border_option<&GradientOptions::border>, direction_flag<GradientOptions>);

ConvolveSpec spec_of(const GradientOptions& options, int rank) {
  option_table.require_given(op, options);
  const GaussianScale scale{options.sigma, options.spacing, options.truncate};
  return {
      .smooth = gaussian_weights(op, scale, rank), .derive = slope_weights(op, scale, rank), .border = options.border};
}

}  // namespace gradient_operator

void gradient(ConstImageView image, ImageView magnitude, ImageView direction, const GradientOptions& options,
              const Execution& on) {
  using namespace gradient_operator;
  slope(op, spec_of(options, image.rank()), image, magnitude, direction, on);
}

void gradient(ConstImageView image, ImageView magnitude, const GradientOptions& options, const Execution& on) {
  using namespace gradient_operator;
  slope(op, spec_of(options, image.rank()), image, magnitude, {}, on);
}

Image gradient(ConstImageView image, const GradientOptions& options, const Execution& on) {
  Image magnitude(DType::float32, image.shape());
  gradient(image, magnitude, options, on);
  return magnitude;
}

namespace gradient_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  std::vector<ImageType> found = slope_types(op, types, values);
  (void)spec_of(option_table.from(values), found[0].shape.rank());
  return found;
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  const GradientOptions options = option_table.from(values);
  slope(op, spec_of(options, images[0].rank()), images[0], outs[0], given(outs, 1), on);
  return {};
}

Coordinates halo(std::span<const ImageType> types, const Values& values) {
  const ConvolveSpec spec = spec_of(option_table.from(values), types[0].shape.rank());
  Coordinates cells = reach(spec.smooth);
  const Coordinates slope = reach(spec.derive);
  for (std::size_t axis = 0; axis < max_rank; ++axis) cells[axis] = std::max(cells[axis], slope[axis]);
  return cells;
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return convolve_scratch(spec_of(option_table.from(values), box.rank()), types[0].dtype, box);
}

constexpr BlockForm form = {.halo = halo, .kind = IndependentForm{}, .worker_scratch = worker_scratch};

extern constinit const Operator gradient_row;
constinit const Operator gradient_row = {
    .name = op,
    .summary = "Gradient by derivatives of a Gaussian",
    .topic = Topic::filters,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = slope_outputs,
    .example = "preamar gradient image.tif --sigma 2 -o magnitude.tif",
    .results = results,
    .run = run,
    .blocks = unless_wrapped<form, option_table>,
    .on_devices = up_to_32_bits,
};

}  // namespace gradient_operator

}  // namespace preamar
