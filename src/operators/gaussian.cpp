#include <preamar/gaussian.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/kernels.h"
#include "skeletons/dense.h"

#include <string>

namespace preamar {
namespace {

constexpr std::string_view op = "gaussian";

ConvolveSpec spec_of(const GaussianOptions& options, int rank) {
  const GaussianScale scale{options.sigma, options.spacing, options.truncate};
  const bool is_sampled = options.kernel == GaussianKernel::sampled;
  return {.smooth = is_sampled ? gaussian_weights(op, scale, rank) : discrete_weights(op, scale, options.error, rank),
          .derive = {},
          .border = options.border};
}

}  // namespace

void gaussian(const ConstImage& image, const Image& out, const GaussianOptions& options, const Execution& on) {
  require_image_and_out(op, image, out, out.dtype(), on);
  const ConvolveSpec spec = spec_of(options, image.rank());
  if (image.shape().count() == 0) return;
  const DenseInput levels(on, image);
  const DenseOutput smooth(out);
  convolve(on, spec, levels.view(), {.smooth = smooth.view()});
  smooth.finish(on);
}

OwnedImage gaussian(const ConstImage& image, const GaussianOptions& options, const Execution& on) {
  OwnedImage out(options.dtype.value_or(image.dtype()), image.shape());
  gaussian(image, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"image", "the image, smoothed"}};
constexpr std::string_view dtypes[] = {"input", "bool",  "uint8", "uint16", "uint32",  "uint64",
                                       "int8",  "int16", "int32", "int64",  "float32", "float64"};
constexpr std::string_view kernels[] = {"sampled", "discrete"};
constexpr Option option_rows[] = {
    {"sigma", OptionKind::real, "", {}, "the standard deviation, in the unit of the spacing"},
    spacing_row,
    {"kernel", OptionKind::word, "sampled", kernels, "the Gaussian at whole pixels, or Bessel's functions as ITK"},
    truncate_row,
    {"error", OptionKind::real, "0.01", {}, "where a discrete kernel ends: the part of its sum that is left"},
    border_row,
    {"dtype", OptionKind::word, "input", dtypes, "of the result: the input's, or another"},
};

GaussianOptions options_from(const Values& values) {
  GaussianOptions options{.sigma = value_or<double>(values, "sigma", 1),
                          .spacing = value_or<std::vector<double>>(values, "spacing", {}),
                          .kernel = value_or<std::string>(values, "kernel", "sampled") == "sampled"
                                        ? GaussianKernel::sampled
                                        : GaussianKernel::discrete,
                          .truncate = value_or<double>(values, "truncate", 4),
                          .error = value_or<double>(values, "error", 0.01),
                          .border = border_in(values)};
  const std::string dtype = value_or<std::string>(values, "dtype", "input");
  if (dtype != dtypes[0]) options.dtype = dtype_named(dtype);
  return options;
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType image = image_type(op, types);
  const GaussianOptions options = options_from(values);
  (void)spec_of(options, image.shape.rank());
  return {{options.dtype.value_or(image.dtype), image.shape}};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  gaussian(images[0], outs[0], options_from(values), on);
  return {};
}

Place halo(std::span<const ImageType> types, const Values& values) {
  return reach(spec_of(options_from(values), types[0].shape.rank()).smooth);
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return convolve_scratch(spec_of(options_from(values), box.rank()), types[0].dtype, box);
}

constexpr BlockForm form = {.halo = halo, .kind = AloneForm{}, .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  return stays_near(values) ? &form : nullptr;
}

}  // namespace

extern constinit const Operator gaussian_row;
constinit const Operator gaussian_row = {
    .name = op,
    .summary = "Smooth an image by a Gaussian",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar gaussian image.tif --sigma 3 -o smooth.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
