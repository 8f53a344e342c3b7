#include <preamar/canny.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/progress.h"
#include "operators/checks.h"
#include "operators/kernels.h"
#include "skeletons/components.h"
#include "skeletons/dense.h"
#include "skeletons/edges.h"

namespace preamar {
namespace {

constexpr std::string_view op = "canny";
constexpr double most_sigma = 1000;

void require_options(const CannyOptions& options) {
  if (!(options.sigma >= 0 && options.sigma <= most_sigma))
    throw Error(ErrorKind::call, text(op, ": sigma is ", options.sigma, "; it must be 0 to ", most_sigma));
  if (!(options.low >= 0 && options.low <= options.high))
    throw Error(ErrorKind::call, text(op, ": low is ", options.low, " and high is ", options.high,
                                      "; low must not be below 0 nor above high"));
}

// The Gaussian at whole pixels, up to 4 sigma.
Weights sampled_gaussian(double sigma) {
  const std::vector<double> spacing;
  return gaussian_weights(op, {sigma, spacing, 4}, 2)[0];
}

EdgesSpec spec_of(const CannyOptions& options) {
  const bool is_gradient = options.method == CannyMethod::gradient;
  return {.thinning = is_gradient ? Thinning::gradient : Thinning::differential,
          .weights = is_gradient ? sampled_gaussian(options.sigma) : discrete_gaussian(options.sigma),
          .low = options.low,
          .high = options.high};
}

}  // namespace

void canny(const ConstImage& image, const Image& out, const CannyOptions& options, const Execution& on) {
  require_image_and_out(op, image, out, DType::boolean, on);
  require_options(options);
  if (image.shape().count() == 0) return;

  const DenseInput levels(on, image);
  const DenseOutput kept(out);
  const WorkImage sure(on, {DType::boolean, image.shape()});
  edges(part_of(on, 0, 0.8), spec_of(options), levels.view(), kept.view(), sure);
  sieve(part_of(on, 0.8, 1), {.components = {.connectivity = image.rank()}, .trait = Trait::marked}, kept.view(), sure,
        kept.view());
  kept.finish(on);
}

OwnedImage canny(const ConstImage& image, const CannyOptions& options, const Execution& on) {
  OwnedImage out(DType::boolean, image.shape());
  canny(image, out, options, on);
  return out;
}

namespace {

constexpr std::string_view methods[] = {"gradient", "differential"};
constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"edges", "true on thin lines where the image changes most"}};
constexpr Option option_rows[] = {
    {"sigma", OptionKind::real, "", {}, "of the Gaussian that smooths first, in pixels"},
    {"low",
     OptionKind::real,
     "",
     {},
     "slopes from it on stay where they are joined to sure ones, in grey levels a pixel"},
    {"high", OptionKind::real, "", {}, "slopes from it on are sure"},
    {"method", OptionKind::word, "gradient", methods,
     "how lines are thinned: gradient as scikit-image, differential as ITK"},
};

CannyOptions options_from(const Values& values) {
  const bool is_gradient = value_or<std::string>(values, "method", "gradient") == "gradient";
  return {.sigma = value_or<double>(values, "sigma", 1),
          .low = value_or<double>(values, "low", 0),
          .high = value_or<double>(values, "high", 0),
          .method = is_gradient ? CannyMethod::gradient : CannyMethod::differential};
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_options(options_from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  canny(images[0], outs[0], options_from(values), on);
  return {};
}

}  // namespace

extern constinit const Operator canny_row;
constinit const Operator canny_row = {
    .name = op,
    .summary = "Find edges: thin lines where an image changes most",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar canny image.tif --sigma 1.4 --low 4 --high 7 -o edges.tif",
    .results = results,
    .run = run,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
