#include <preamar/and.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace and_operator {

constexpr std::string_view op = "and";

void require_pair(ConstImageView image, ConstImageView mask) {
  require_rank(op, {"image", image}, 2, 3);
  if (mask.shape() != image.shape())
    throw Error(ErrorKind::call, text(op, ": image has shape ", image.shape().text(), " and mask ", mask.shape().text(),
                                      "; their shape must be the same"));
  if (is_floating(mask.dtype()))
    throw Error(ErrorKind::call, text(op, ": mask has dtype ", name_of(mask.dtype()),
                                      "; give bool or integers, such as the result of threshold"));
}

}  // namespace and_operator

void and_(ConstImageView image, ConstImageView mask, ImageView out, const Execution& on) {
  using namespace and_operator;
  require_image_with_out(op, image, out, image.dtype(), on);
  require_readable(op, on, {"mask", mask});
  require_pair(image, mask);
  require_apart(op, {"mask", mask}, {"out", out});
  in_storage_order(on, image, mask, out, [&](ConstImageView from, ConstImageView where, ImageView to) {
    map(on, {.pixel = Pixel::keep}, from, where, to);
  });
}

Image and_(ConstImageView image, ConstImageView mask, const Execution& on) {
  Image out(image.type());
  and_(image, mask, out, on);
  return out;
}

namespace and_operator {

constexpr Input inputs[] = {{"image", "image or mask of any dtype"},
                            {"mask", "non-zero where pixels are kept; bool or integers"}};
constexpr Output outputs[] = {
    {.name = "image", .help = "the image inside the mask, 0 outside", .meaning = Meaning::same}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_pair({nullptr, types[0].dtype, types[0].shape}, {nullptr, types[1].dtype, types[1].shape});
  return {types[0]};
}

extern constinit const Operator and_row;
constinit const Operator and_row = {
    .name = op,
    .summary = "Mask an image: keep the pixels inside a mask",
    .topic = Topic::points,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar and image.tif mask.tif -o out.tif",
    .results = results,
    .run = run_function<and_>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace and_operator

}  // namespace preamar
