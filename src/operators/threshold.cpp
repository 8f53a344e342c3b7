#include <preamar/operator.h>
#include <preamar/threshold.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "skeletons/block_form.h"
#include "skeletons/dense.h"

namespace preamar {
namespace {

constexpr std::string_view op = "threshold";

void require_level(const ThresholdOptions& options) {
  if (options.level != options.level)
    throw Error(ErrorKind::call, text(op, ": level is ", options.level, "; it must be a number"));
}

}  // namespace

void threshold(const ConstImage& image, const Image& out, const ThresholdOptions& options, const Execution& on) {
  require_image_and_out(op, image, out, DType::boolean, on);
  require_level(options);
  if (image.shape().count() == 0) return;

  const Axes axes = storage_order(image);
  const DenseInput levels(on, permuted(image, axes));
  const DenseOutput mask(permuted(out, axes));
  map(on, {.pixel = Pixel::greater, .value = options.level}, levels.view(), mask.view());
  mask.finish(on);
}

OwnedImage threshold(const ConstImage& image, const ThresholdOptions& options, const Execution& on) {
  OwnedImage out(DType::boolean, image.shape());
  threshold(image, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"mask", "true where the image is above the level"}};
constexpr Option option_rows[] = {{"level", OptionKind::real, "", {}, "pixels above it are true"}};

ThresholdOptions options_from(const Values& values) { return {.level = value_or<double>(values, "level", 0)}; }

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_level(options_from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  threshold(images[0], outs[0], options_from(values), on);
  return {};
}

const BlockForm* blocks(std::span<const ImageType>, const Values&) { return &map_form; }

}  // namespace

extern constinit const Operator threshold_row;
constinit const Operator threshold_row = {
    .name = op,
    .summary = "Tell which pixels are above a level",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar threshold image.tif --level 165 -o mask.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
