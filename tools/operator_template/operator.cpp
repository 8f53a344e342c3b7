#include <preamar/operator.h>
#include <preamar/sample_operator.h>

#include "operators/checks.h"
#include "operators/row.h"
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
  // Operators call primitives (src/primitives) and have no loops over pixels. This one compares each with a number.
  in_storage_order(on, image, out, [&](ConstImageView levels, ImageView mask) {
    map(on, {.pixel = Pixel::greater, .value = options.above}, levels, mask);
  });
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
    .run = run_function<option_table, sample_operator>,
    // Each pixel depends on itself only. For other block forms see primitives/block_form.h.
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace sample_operator_operator

}  // namespace preamar
