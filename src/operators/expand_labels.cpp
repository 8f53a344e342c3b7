#include <preamar/expand_labels.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "operators/checks.h"
#include "operators/shared_options.h"
#include "operators/spacing.h"
#include "primitives/dense.h"
#include "primitives/distance_transform.h"

namespace preamar {
using namespace primitives;
namespace {

constexpr std::string_view op = "expand_labels";

}  // namespace

void expand_labels(ConstImageView labels, ImageView out, const ExpandLabelsOptions& options, const Execution& on) {
  require_usable(op, on, {{"labels", labels}}, {{"out", out}});
  require_rank(op, {"labels", labels}, 2, 3);
  require_alike(op, {"labels", labels}, {"out", out});
  require_apart(op, {"labels", labels}, {"out", out});
  require_numbers(op, {"labels", labels}, replace_them, on);
  if (!(options.distance >= 0))
    throw Error(ErrorKind::call, text(op, ": distance is ", options.distance, "; it must be 0 or more"));
  DistanceTransformSpec spec = in_units(op, options.spacing, labels.shape());
  spec.goal = Goal::not_zero;
  spec.within = largest_sum_within(spec, options.distance);
  const DenseOutput carried(out);
  distance_transform(on, spec, labels, {.carried = carried.view()});
  carried.finish(on);
}

Image expand_labels(ConstImageView labels, const ExpandLabelsOptions& options, const Execution& on) {
  Image out(labels.type());
  expand_labels(labels, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"labels", "label image; 0 is background"}};
constexpr Output outputs[] = {{"labels", "expanded labels"}};
constexpr auto option_table = bind<ExpandLabelsOptions>(
    option<&ExpandLabelsOptions::distance>("distance", "maximum distance of the expansion, in the unit of spacing"),
    spacing_option<&ExpandLabelsOptions::spacing>);

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_rank(op, {"labels", ConstImageView(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  return {types[0]};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  expand_labels(images[0], outs[0], option_table.from(values), on);
  return {};
}

}  // namespace

extern constinit const Operator expand_labels_row;
constinit const Operator expand_labels_row = {
    .name = op,
    .summary = "Expand labels into the background by a distance",
    .task = Task::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar expand_labels labels.tif -o grown.tif --distance 5",
    .results = results,
    .run = run,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
