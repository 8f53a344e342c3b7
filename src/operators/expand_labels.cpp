#include <preamar/expand_labels.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "core/values.h"
#include "operators/checks.h"
#include "operators/spacing.h"
#include "skeletons/dense.h"
#include "skeletons/lines.h"

namespace preamar {
namespace {

constexpr std::string_view op = "expand_labels";

}  // namespace

void expand_labels(const ConstImage& labels, const Image& out, const ExpandLabelsOptions& options,
                   const Execution& on) {
  require_rank(op, {"labels", labels}, 2, 3);
  require_alike(op, {"labels", labels}, {"out", out});
  require_apart(op, {"labels", labels}, {"out", out});
  require_numbers(op, {"labels", labels}, replace_them, on);
  if (!(options.distance >= 0))
    throw Error(ErrorKind::call, text(op, ": distance is ", options.distance, "; it must be 0 or more"));
  LinesSpec spec = in_units(op, options.spacing, labels.shape());
  spec.goal = Goal::not_zero;
  spec.within = largest_sum_within(spec, options.distance);
  const DenseOutput carried(out);
  lines(on, spec, labels, {.carried = carried.view()});
  carried.finish(on);
}

OwnedImage expand_labels(const ConstImage& labels, const ExpandLabelsOptions& options, const Execution& on) {
  OwnedImage out(labels.type());
  expand_labels(labels, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"labels", "0 is background, every other value a label"}};
constexpr Output outputs[] = {{"labels", "the labels, grown"}};
constexpr Option option_rows[] = {
    {"distance", OptionKind::real, "1", {}, "how far labels grow"},
    {"spacing", OptionKind::reals, "1", {}, "the distance of neighbours along each axis, or one number for all"},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_rank(op, {"labels", ConstImage(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  return {types[0]};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  expand_labels(images[0], outs[0],
                {.distance = value_or<double>(values, "distance", 1),
                 .spacing = value_or<std::vector<double>>(values, "spacing", {})},
                on);
  return {};
}

}  // namespace

extern constinit const Operator expand_labels_row;
constinit const Operator expand_labels_row = {
    .name = op,
    .summary = "Grow labels into the background by a distance; they stop where they meet",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar expand_labels labels.tif -o grown.tif --distance 5",
    .results = results,
    .run = run,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
