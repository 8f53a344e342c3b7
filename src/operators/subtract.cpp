#include <preamar/operator.h>
#include <preamar/subtract.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace subtract_operator {

constexpr std::string_view op = "subtract";

void require_pair(ConstImageView image, ConstImageView other) {
  require_rank(op, {"image", image}, 2, 3);
  require_alike(op, {"image", image}, {"other", other});
  if (image.dtype() == DType::boolean)
    throw Error(ErrorKind::call, text(op,
                                      ": image and other have dtype bool; to remove the pixels of a mask, apply 'and' "
                                      "to image and the inverted other"));
}

}  // namespace subtract_operator

void subtract(ConstImageView image, ConstImageView other, ImageView out, const Execution& on) {
  using namespace subtract_operator;
  require_image_with_out(op, image, out, image.dtype(), on);
  require_readable(op, on, {"other", other});
  require_pair(image, other);
  require_apart(op, {"other", other}, {"out", out});
  in_storage_order(on, image, other, out, [&](ConstImageView from, ConstImageView amount, ImageView to) {
    map(on, {.pixel = Pixel::difference}, from, amount, to);
  });
}

Image subtract(ConstImageView image, ConstImageView other, const Execution& on) {
  Image out(image.type());
  subtract(image, other, out, on);
  return out;
}

namespace subtract_operator {

constexpr Input inputs[] = {{"image", "image to subtract from"}, {"other", "image to subtract; same shape and dtype"}};
constexpr Output outputs[] = {
    {.name = "image", .help = "the difference; integers saturate", .meaning = Meaning::difference}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_pair({nullptr, types[0].dtype, types[0].shape}, {nullptr, types[1].dtype, types[1].shape});
  return {types[0]};
}

extern constinit const Operator subtract_row;
constinit const Operator subtract_row = {
    .name = op,
    .summary = "Subtract an image from another, saturating",
    .topic = Topic::points,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar subtract image.tif other.tif -o out.tif",
    .results = results,
    .run = run_function<subtract>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace subtract_operator

}  // namespace preamar
