#include <preamar/minmax.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/level_summary.h"
#include "operators/row.h"
#include "operators/valid_pixels.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/reduce.h"

namespace preamar {
using namespace primitives;
namespace minmax_operator {

constexpr std::string_view op = "minmax";

MinMax found_in(ConstImageView image, const std::optional<ConstImageView>& valid, const Execution& on) {
  const DenseInput levels(on, permuted(image, storage_order(image)));
  if (valid) {
    const DenseInput cells(on, permuted(*valid, storage_order(image)));
    return extent_of_valid(op, on, levels.view(), cells.view());
  }
  const Reduced reduced = extent(on, levels.view());
  if (reduced.count > 0) require_numbers(op, {"image", image}, replace_them, on);
  return reduced.extent;
}

}  // namespace minmax_operator

MinMax minmax(ConstImageView image, const Execution& on) {
  using namespace minmax_operator;
  require_usable(op, on, {{"image", image}});
  require_rank(op, {"image", image}, 2, 3);
  require_pixels(op, {"image", image});
  return found_in(image, {}, on);
}

MinMax minmax(ConstImageView image, ConstImageView valid, const Execution& on) {
  using namespace minmax_operator;
  require_usable(op, on, {{"image", image}});
  require_rank(op, {"image", image}, 2, 3);
  require_valid(op, "image", image, valid, on);
  require_pixels(op, {"image", image});
  const MinMax ends = found_in(image, valid, on);
  require_some_valid(op, ends);
  return ends;
}

namespace minmax_operator {

constexpr Input inputs[] = {{"image", "grey levels"}, valid_input};
constexpr Output outputs[] = {
    {"minimum", "smallest pixel value; an integer for integer images", OutputKind::real},
    {"maximum", "largest pixel value; an integer for integer images", OutputKind::real},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  (void)image_type(op, types);
  require_valid_type(op, types);
  return {};
}

Results found_of(const MinMax& ends) {
  require_some_valid(op, ends);
  Results found;
  std::visit([&](auto number) { found.numbers.push_back({"minimum", number}); }, ends.minimum);
  std::visit([&](auto number) { found.numbers.push_back({"maximum", number}); }, ends.maximum);
  return found;
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values&, const Execution& on) {
  return found_of(images.size() > 1 ? minmax(images[0], images[1], on) : minmax(images[0], on));
}

constexpr SummaryForm summary = {
    .rounds = [](std::span<const ImageType>, const Values&) { return 1; },
    .local =
        [](const BlockView& view, int, const Bytes&, const std::function<void(Bytes)>& give) {
          give(level_summary(found_in(view.inputs[0], given(view.inputs, 1), view.on), 0));
        },
    .merge = [](int, Bytes left, Bytes right,
                const Values&) { return merged_levels(std::move(left), std::move(right)); },
    .conclude = [](const Bytes& known, std::span<const ImageType>, const Values&,
                   std::span<const ImageView>) { return found_of(extent_in(known)); },
};

constexpr BlockForm form = {.kind = summary, .scratch = valid_scratch};

extern constinit const Operator minmax_row;
constinit const Operator minmax_row = {
    .name = op,
    .summary = "Find the minimum and the maximum of an image",
    .topic = Topic::statistics,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar minmax image.tif",
    .results = results,
    .run = run,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace minmax_operator

}  // namespace preamar
