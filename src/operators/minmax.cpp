#include <preamar/minmax.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "skeletons/dense.h"
#include "skeletons/reduce.h"

namespace preamar {
namespace {

constexpr std::string_view op = "minmax";

}  // namespace

MinMax minmax(const ConstImage& image, const Execution& on) {
  require_rank(op, {"image", image}, 2, 3);
  require_pixels(op, {"image", image});
  const DenseInput levels(on, permuted(image, storage_order(image)));
  const Reduced reduced = extent(on, levels.view());
  if (reduced.count > 0) require_numbers(op, {"image", image}, replace_them, on);
  return reduced.extent;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {
    {"minimum", "the least pixel: whole for integers", OutputKind::real},
    {"maximum", "the greatest pixel: whole for integers", OutputKind::real},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  (void)image_type(op, types);
  return {};
}

Found run(std::span<const ConstImage> images, std::span<const Image>, const Values&, const Execution& on) {
  const MinMax ends = minmax(images[0], on);
  Found found;
  std::visit([&](auto number) { found.numbers.push_back({"minimum", number}); }, ends.minimum);
  std::visit([&](auto number) { found.numbers.push_back({"maximum", number}); }, ends.maximum);
  return found;
}

}  // namespace

extern constinit const Operator minmax_row;
constinit const Operator minmax_row = {
    .name = op,
    .summary = "Find the least and the greatest pixel",
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar minmax image.tif",
    .results = results,
    .run = run,
};

}  // namespace preamar
