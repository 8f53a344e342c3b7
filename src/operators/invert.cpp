#include <preamar/invert.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace invert_operator {

constexpr std::string_view op = "invert";

}  // namespace invert_operator

void invert(ConstImageView image, ImageView out, const Execution& on) {
  require_image_with_out(invert_operator::op, image, out, image.dtype(), on);
  in_storage_order(on, image, out,
                   [&](ConstImageView from, ImageView to) { map(on, {.pixel = Pixel::invert}, from, to); });
}

Image invert(ConstImageView image, const Execution& on) {
  Image out(image.type());
  invert(image, out, on);
  return out;
}

namespace invert_operator {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output outputs[] = {{"image", "the inverted image"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) { return {image_type(op, types)}; }

extern constinit const Operator invert_row;
constinit const Operator invert_row = {
    .name = op,
    .summary = "Invert an image: reverse its grey levels",
    .topic = Topic::points,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar invert image.tif -o out.tif",
    .results = results,
    .run = run_function<invert>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace invert_operator

}  // namespace preamar
