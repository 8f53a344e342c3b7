#include <preamar/and.h>
#include <preamar/operator.h>

#include "core/converted_value.h"
#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/reduce.h"

#include <cmath>

namespace preamar {
using namespace primitives;
namespace and_operator {

constexpr std::string_view op = "and";

constexpr auto option_table = bind<AndOptions>(
    option<&AndOptions::value>("value", "value outside the mask; -inf and inf: the lowest and highest"),
    option<&AndOptions::distinct>("distinct", "raise an error if a pixel inside the mask has the value"));

void require_pair(ConstImageView image, ConstImageView mask) {
  require_rank(op, {"image", image}, 2, 3);
  if (mask.shape() != image.shape())
    throw Error(ErrorKind::call, text(op, ": image has shape ", image.shape().text(), " and mask ", mask.shape().text(),
                                      "; their shape must be the same"));
  if (is_floating(mask.dtype()))
    throw Error(ErrorKind::call, text(op, ": mask has dtype ", name_of(mask.dtype()),
                                      "; give bool or integers, such as the result of threshold"));
}

void require_value(const AndOptions& options, DType dtype) {
  const double value = options.value;
  const bool is_held = dtype == DType::boolean ? value == 0 || value == 1 : converted_value(value, dtype).has_value();
  if (!is_held && (options.distinct || !std::isinf(value)))
    throw Error(ErrorKind::call, text(op, ": value is ", value, ", which no pixel of ", name_of(dtype),
                                      " can have; give another value"));
}

void require_distinct(double value, ConstImageView image, ConstImageView mask, const Execution& on) {
  const WorkImage others(on, {DType::boolean, image.shape()});
  map(on, {.pixel = Pixel::valid, .value = value}, image, others);
  map(on, {.pixel = Pixel::keep, .value = 1}, others.view(), mask, others);
  if (reduce(on, {.summary = Summary::nonzero_count}, others) < image.shape().count())
    throw Error(ErrorKind::input, text(op, ": a pixel inside the mask has the value ", value,
                                       ", which marks those outside it; give a value that no pixel has"));
}

}  // namespace and_operator

void and_(ConstImageView image, ConstImageView mask, ImageView out, const AndOptions& options, const Execution& on) {
  using namespace and_operator;
  require_image_with_out(op, image, out, image.dtype(), on);
  require_readable(op, on, {"mask", mask});
  require_pair(image, mask);
  require_value(options, image.dtype());
  require_apart(op, {"mask", mask}, {"out", out});
  in_storage_order(on, image, mask, out, [&](ConstImageView from, ConstImageView where, ImageView to) {
    if (options.distinct) require_distinct(options.value, from, where, on);
    map(on, {.pixel = Pixel::keep, .value = options.value}, from, where, to);
  });
}

Image and_(ConstImageView image, ConstImageView mask, const AndOptions& options, const Execution& on) {
  Image out(image.type());
  and_(image, mask, out, options, on);
  return out;
}

namespace and_operator {

constexpr Input inputs[] = {{"image", "image or mask of any dtype"},
                            {"mask", "non-zero where pixels are kept; bool or integers"}};
constexpr Output outputs[] = {
    {.name = "image", .help = "the image inside the mask, 0 or `value` outside", .meaning = Meaning::same}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_pair({nullptr, types[0].dtype, types[0].shape}, {nullptr, types[1].dtype, types[1].shape});
  require_value(option_table.from(values), types[0].dtype);
  return {types[0]};
}

// The mask of pixels that have the value.
double scratch(std::span<const ImageType>, const Values& values) { return option_table.from(values).distinct ? 1 : 0; }

constexpr BlockForm form = {.kind = IndependentForm{}, .scratch = scratch};

extern constinit const Operator and_row;
constinit const Operator and_row = {
    .name = op,
    .summary = "Mask an image: keep the pixels inside a mask",
    .topic = Topic::points,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar and image.tif mask.tif -o out.tif",
    .results = results,
    .run = run_function<option_table, and_>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace and_operator

}  // namespace preamar
