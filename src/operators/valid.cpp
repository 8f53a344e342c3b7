#include <preamar/operator.h>
#include <preamar/valid.h>

#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

#include <limits>

namespace preamar {
using namespace primitives;
namespace valid_operator {

constexpr std::string_view op = "valid";

constexpr auto option_table = bind<ValidOptions>(
    option<&ValidOptions::nodata>("nodata", "value of pixels without data; NaN is never valid").by_default("none"));

}  // namespace valid_operator

void valid(ConstImageView image, ImageView out, const ValidOptions& options, const Execution& on) {
  using namespace valid_operator;
  require_image_with_out(op, image, out, DType::boolean, on);
  const double value = options.nodata.value_or(std::numeric_limits<double>::quiet_NaN());
  in_storage_order(on, image, out, [&](ConstImageView from, ImageView to) {
    map(on, {.pixel = Pixel::valid, .value = value}, from, to);
  });
}

Image valid(ConstImageView image, const ValidOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  valid(image, out, options, on);
  return out;
}

namespace valid_operator {

constexpr Input inputs[] = {{"image", "image of any dtype"}};
constexpr Output outputs[] = {{"mask", "true where a pixel has data"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  return {{DType::boolean, image_type(op, types).shape}};
}

extern constinit const Operator valid_row;
constinit const Operator valid_row = {
    .name = op,
    .summary = "Mark the pixels that have data",
    .topic = Topic::points,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar valid image.tif --nodata 0 -o mask.tif",
    .results = results,
    .run = run_function<option_table, valid>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace valid_operator

}  // namespace preamar
