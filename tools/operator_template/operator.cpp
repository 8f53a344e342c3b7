#include <preamar/operator.h>
#include <preamar/sample_operator.h>

#include "operators/checks.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace sample_operator_operator {

constexpr std::string_view op = "sample_operator";

// Names and help texts; types and defaults come from the struct.
constexpr auto option_table = bind<SampleOperatorOptions>(
    option<&SampleOperatorOptions::above>("above", "threshold: pixels strictly above it are true"));

}  // namespace sample_operator_operator

void sample_operator(ConstImageView image, ImageView out, const SampleOperatorOptions& options, const Execution& on) {
  using namespace sample_operator_operator;
  require_image_and_out(op, image, out, DType::boolean, on);
  option_table.require_given(op, options);
  if (image.shape().count() == 0) return;

  // Operators call primitives (src/primitives) and have no loops over pixels. This one compares each with a number.
  const DenseInput levels(on, image);
  const DenseOutput mask(out);
  map(on, {.pixel = Pixel::greater, .value = options.above}, levels.view(), mask.view());
  mask.finish(on);
}

Image sample_operator(ConstImageView image, const SampleOperatorOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  sample_operator(image, out, options, on);
  return out;
}

namespace sample_operator_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"mask", "true where a pixel is above the threshold"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  return {{DType::boolean, image_type(op, types).shape}};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  sample_operator(images[0], outs[0], option_table.from(values), on);
  return {};
}

// Each pixel depends on itself only. For other block forms see primitives/block_form.h.
const BlockForm* blocks(std::span<const ImageType>, const Values&) { return &map_form; }

extern constinit const Operator sample_operator_row;
constinit const Operator sample_operator_row = {
    .name = op,
    .summary = "Say in one line what the operator computes",
    .topic = Topic::statistics,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar sample_operator image.tif --above 165 -o mask.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace sample_operator_operator

}  // namespace preamar
