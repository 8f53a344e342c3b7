#include <preamar/operator.h>
#include <preamar/threshold.h>

#include "operators/checks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace threshold_operator {

constexpr std::string_view op = "threshold";

constexpr auto option_table =
    bind<ThresholdOptions>(option<&ThresholdOptions::value>("value", "threshold: pixels strictly above it are true"));

}  // namespace threshold_operator

void threshold(ConstImageView image, ImageView out, const ThresholdOptions& options, const Execution& on) {
  using namespace threshold_operator;
  require_image_and_out(op, image, out, DType::boolean, on);
  option_table.require_given(op, options);
  in_storage_order(on, image, out, [&](ConstImageView from, ImageView to) {
    map(on, {.pixel = Pixel::greater, .value = options.value}, from, to);
  });
}

Image threshold(ConstImageView image, const ThresholdOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  threshold(image, out, options, on);
  return out;
}

namespace threshold_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"mask", "true where a pixel is above the threshold"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  option_table.require_given(op, option_table.from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

extern constinit const Operator threshold_row;
constinit const Operator threshold_row = {
    .name = op,
    .summary = "Threshold an image: mark pixels above a value",
    .topic = Topic::statistics,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar threshold image.tif --value 165 -o mask.tif",
    .results = results,
    .run = run_function<option_table, threshold>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace threshold_operator

}  // namespace preamar
