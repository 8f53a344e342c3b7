#include <preamar/gaussian.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "operators/valid_pixels.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<GaussianKernel> = std::to_array<std::string_view>({"sampled", "discrete"});

namespace gaussian_operator {

constexpr std::string_view op = "gaussian";

constexpr auto option_table = bind<GaussianOptions>(
    option<&GaussianOptions::sigma>("sigma", "standard deviation, in the unit of spacing"),
    spacing_option<&GaussianOptions::spacing>,
    option<&GaussianOptions::kernel>("kernel", "sampled Gaussian, or discrete one (Bessel functions) as ITK"),
    truncate_option<&GaussianOptions::truncate>,
    option<&GaussianOptions::error>("error", "fraction of the sum that a discrete kernel may leave out"),
    border_option<&GaussianOptions::border>,
    option<&GaussianOptions::dtype>("dtype", "dtype of the result; float32 keeps fractions")
        .by_default("that of the image"));

ConvolveSpec spec_of(const GaussianOptions& options, int rank) {
  option_table.require_given(op, options);
  const GaussianScale scale{options.sigma, options.spacing, options.truncate};
  const bool is_sampled = options.kernel == GaussianKernel::sampled;
  return {.smooth = is_sampled ? gaussian_weights(op, scale, rank) : discrete_weights(op, scale, options.error, rank),
          .derive = {},
          .border = options.border};
}

// The weighted sum over valid pixels, divided by the sum of their weights.
void smooth_valid(const Execution& on, const ConvolveSpec& spec, ConstImageView levels, ConstImageView valid,
                  ImageView out) {
  const ImageType type{DType::float64, levels.shape()};
  const WorkImage real(on, type), sums(on, type), weights(on, type);
  {
    const WorkImage kept = kept_where(on, levels, valid, 0);
    require_numbers(op, {"image", kept}, replace_them, on);
    map(on, {.pixel = Pixel::convert}, kept, real);
  }
  convolve(on, spec, real.view(), {.smooth = sums.view()});
  {
    const WorkImage cells(on, {DType::boolean, levels.shape()});
    map(on, {.pixel = Pixel::nonzero}, valid, cells);
    map(on, {.pixel = Pixel::convert}, cells, real);
  }
  convolve(on, spec, real.view(), {.smooth = weights.view()});
  map(on, {.pixel = Pixel::ratio}, sums.view(), weights.view(), sums);
  map(on, {.pixel = Pixel::convert}, sums, out);
}

}  // namespace gaussian_operator

void gaussian(ConstImageView image, ImageView out, const GaussianOptions& options, const Execution& on) {
  using namespace gaussian_operator;
  if (options.valid) {
    require_image_with_out(op, image, out, out.dtype(), on);
    require_valid(op, "image", image, *options.valid, on);
  } else {
    require_image_and_out(op, image, out, out.dtype(), on);
  }
  const ConvolveSpec spec = spec_of(options, image.rank());
  if (image.shape().count() == 0) return;
  const DenseInput levels(on, image);
  const DenseOutput smooth(out);
  if (options.valid)
    smooth_valid(on, spec, levels.view(), DenseInput(on, *options.valid).view(), smooth.view());
  else
    convolve(on, spec, levels.view(), {.smooth = smooth.view()});
  smooth.finish(on);
}

Image gaussian(ConstImageView image, const GaussianOptions& options, const Execution& on) {
  Image out(options.dtype.value_or(image.dtype()), image.shape());
  gaussian(image, out, options, on);
  return out;
}

namespace gaussian_operator {

constexpr Input inputs[] = {{"image", "grey levels"}, valid_input};
constexpr Output outputs[] = {{.name = "image", .help = "smoothed image", .meaning = Meaning::same}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType image = image_type(op, types);
  require_valid_type(op, types);
  const GaussianOptions options = option_table.from(values);
  (void)spec_of(options, image.shape.rank());
  return {{options.dtype.value_or(image.dtype), image.shape}};
}

Coordinates halo(std::span<const ImageType> types, const Values& values) {
  return reach(spec_of(option_table.from(values), types[0].shape.rank()).smooth);
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  const DType dtype = types.size() > 1 ? DType::float64 : types[0].dtype;
  return convolve_scratch(spec_of(option_table.from(values), box.rank()), dtype, box);
}

// For valid pixels three images of float64 and a copy of the levels.
double scratch(std::span<const ImageType> types, const Values&) {
  return types.size() > 1 ? 24.0 + static_cast<double>(size_of(types[0].dtype)) : 0.0;
}

constexpr BlockForm form = {
    .halo = halo, .kind = IndependentForm{}, .scratch = scratch, .worker_scratch = worker_scratch};

extern constinit const Operator gaussian_row;
constinit const Operator gaussian_row = {
    .name = op,
    .summary = "Smooth an image with a Gaussian filter",
    .topic = Topic::filters,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar gaussian image.tif --sigma 3 -o smooth.tif",
    .results = results,
    .run = run_function<option_table, gaussian>,
    .blocks = unless_wrapped<form, option_table>,
    .on_devices = up_to_32_bits,
};

}  // namespace gaussian_operator

}  // namespace preamar
