#include <preamar/expand_labels.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "operators/spacing.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/distance_transform.h"

#include <algorithm>
#include <cmath>

namespace preamar {
using namespace primitives;
namespace expand_labels_operator {

constexpr std::string_view op = "expand_labels";

void require_distance(const ExpandLabelsOptions& options) {
  if (!(options.distance >= 0))
    throw Error(ErrorKind::call, text(op, ": distance is ", options.distance, "; it must be 0 or more"));
}

// `shape` is that of the whole image: the unit of distances depends on it.
DistanceTransformSpec spec_for(const ExpandLabelsOptions& options, const Shape& shape) {
  DistanceTransformSpec spec = in_units(op, options.spacing, shape);
  spec.goal = Goal::not_zero;
  spec.within = largest_sum_within(spec, options.distance);
  return spec;
}

}  // namespace expand_labels_operator

void expand_labels(ConstImageView labels, ImageView out, const ExpandLabelsOptions& options, const Execution& on) {
  using namespace expand_labels_operator;
  require_usable(op, on, {{"labels", labels}}, {{"out", out}});
  require_rank(op, {"labels", labels}, 2, 3);
  require_alike(op, {"labels", labels}, {"out", out});
  require_apart(op, {"labels", labels}, {"out", out});
  require_numbers(op, {"labels", labels}, replace_them, on);
  require_distance(options);
  const DenseOutput carried(out);
  distance_transform(on, spec_for(options, labels.shape()), labels, {.carried = carried.view()});
  carried.finish(on);
}

Image expand_labels(ConstImageView labels, const ExpandLabelsOptions& options, const Execution& on) {
  Image out(labels.type());
  expand_labels(labels, out, options, on);
  return out;
}

namespace expand_labels_operator {

constexpr Input inputs[] = {{"labels", "label image; 0 is background"}};
constexpr Output outputs[] = {{.name = "labels", .help = "expanded labels", .meaning = Meaning::same}};
constexpr auto option_table = bind<ExpandLabelsOptions>(
    option<&ExpandLabelsOptions::distance>("distance", "maximum distance of the expansion, in the unit of spacing"),
    spacing_option<&ExpandLabelsOptions::spacing>);

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_rank(op, {"labels", ConstImageView(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  return {types[0]};
}

// The most steps along each axis within the distance, and the image's extent at most.
Coordinates halo(std::span<const ImageType> types, const Values& values) {
  const Shape& shape = types[0].shape;
  const DistanceTransformSpec spec = spec_for(option_table.from(values), shape);
  Coordinates cells{};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::uint64_t most = spec.within / static_cast<std::uint64_t>(spec.step_squared[i]);
    const double steps = std::floor(std::sqrt(static_cast<double>(most))) + 1;  // 1 more, because the root is rounded
    cells[i] = steps < static_cast<double>(shape[axis]) ? static_cast<std::int64_t>(steps) : shape[axis];
  }
  return cells;
}

void run_block(const Operator&, const BlockView& view, std::span<const ImageView> outs) {
  const ConstImageView labels = view.inputs[0];
  require_numbers(op, {"labels", labels}, replace_them, view.on);
  distance_transform(view.on, spec_for(option_table.from(view.options), view.image), labels, {.carried = outs[0]});
}

// Mirrors the CPU distance transform: step counts at both ends of each band of rows, then the counts of one band twice,
// two planes of sums and a few lines.
double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  const DistanceTransformSpec spec = spec_for(option_table.from(values), types[0].shape);
  const double sum = largest_sum(spec, box) < (std::uint64_t{1} << 31) ? 4 : 8, count = sum / 2;
  const bool is_flat = box.rank() == 2 || box[0] == 1;
  const auto slow = static_cast<double>(box[is_flat ? box.rank() - 2 : 0]);
  const double middle = is_flat ? 1 : static_cast<double>(box[1]),
               pixels = static_cast<double>(box[box.rank() - 1]) + 64;
  const double plane = middle * pixels, rows = std::clamp(0x1p18 / plane, 8.0, 32.0);
  const double bands = std::min(slow, slow / 8 + 9);
  constexpr double strip = 3 * 16;  // lines along the middle axis that are transposed at once
  return plane * (2 * bands * count + 2 * rows * count + 2 * sum) + pixels * (rows + 5 * sum + 16) +
         (middle + 64) * (strip + 2) * sum;
}

constexpr BlockForm form = {.halo = halo, .kind = IndependentForm{.run = run_block}, .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  const ExpandLabelsOptions options = option_table.from(values);
  require_distance(options);
  (void)spec_for(options, types[0].shape);  // throws if the spacing is invalid
  return &form;
}

extern constinit const Operator expand_labels_row;
constinit const Operator expand_labels_row = {
    .name = op,
    .summary = "Expand labels into the background by a distance",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar expand_labels labels.tif -o grown.tif --distance 5",
    .results = results,
    .run = run_function<option_table, expand_labels>,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace expand_labels_operator

}  // namespace preamar
