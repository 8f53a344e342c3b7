#include <preamar/cast.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace cast_operator {

constexpr std::string_view op = "cast";
constexpr std::string_view no_integer = "no integer represents NaN: replace them, or cast to float32 or float64";

constexpr auto option_table = bind<CastOptions>(option<&CastOptions::dtype>("dtype", "dtype of the result"));

}  // namespace cast_operator

void cast(ConstImageView image, ImageView out, const Execution& on) {
  using namespace cast_operator;
  require_image_with_out(op, image, out, out.dtype(), on);
  if (!is_floating(out.dtype())) require_numbers(op, {"image", image}, no_integer, on);
  in_storage_order(on, image, out,
                   [&](ConstImageView from, ImageView to) { map(on, {.pixel = Pixel::convert}, from, to); });
}

Image cast(ConstImageView image, const CastOptions& options, const Execution& on) {
  using namespace cast_operator;
  option_table.require_given(op, options);
  Image out(*options.dtype, image.shape());
  cast(image, out, on);
  return out;
}

namespace cast_operator {

constexpr Input inputs[] = {{"image", "image of any dtype"}};
constexpr Output outputs[] = {
    {.name = "image", .help = "the converted image; integers saturate", .meaning = Meaning::same}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const CastOptions options = option_table.from(values);
  option_table.require_given(op, options);
  return {{*options.dtype, image_type(op, types).shape}};
}

extern constinit const Operator cast_row;
constinit const Operator cast_row = {
    .name = op,
    .summary = "Cast an image to another dtype",
    .topic = Topic::points,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar cast image.tif --dtype float32 -o out.tif",
    .results = results,
    .run = run_function<cast>,
    .blocks = always<map_form>,
    .on_devices = up_to_32_bits,
};

}  // namespace cast_operator

}  // namespace preamar
