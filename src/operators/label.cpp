#include <preamar/label.h>
#include <preamar/operator.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/progress.h"
#include "core/require.h"
#include "operators/checks.h"
#include "operators/classes.h"
#include "operators/component_scratch.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"

#include <algorithm>
#include <limits>

namespace preamar {
using namespace primitives;
namespace label_operator {

constexpr std::string_view op = "label";

void require_label_type(DType dtype) {
  if (dtype != DType::uint32 && dtype != DType::uint64)
    throw Error(ErrorKind::call, text(op, ": dtype is ", name_of(dtype), "; it must be uint32 or uint64"));
}

// No pixel can equal a background that the dtype cannot represent, so such a value is most likely a mistake.
void require_held(std::int64_t background, DType dtype) {
  if (is_floating(dtype)) return;
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      require_within(op, "background", background, 0, std::numeric_limits<std::int64_t>::max());
    else if constexpr (std::is_integral_v<T>)
      require_within(op, "background", background, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  });
}

void require_classes(const LabelOptions& options) {
  if (options.intervals.empty()) return;
  require_intervals(op, options.intervals);
  if (options.by_value)
    throw Error(ErrorKind::call, text(op, ": by_value is true and intervals is given; give one of them"));
  if (options.background != 0)
    throw Error(ErrorKind::call, text(op, ": background is ", options.background, " and intervals is given; leave ",
                                      "background out: pixels in no interval are background"));
}

// With intervals: the components of the image of classes.
ComponentsSpec spec_for(const LabelOptions& options, const ImageType& image) {
  require_held(options.background, image.dtype);
  require_classes(options);
  return {.joined = options.by_value || !options.intervals.empty() ? Joined::equal : Joined::foreground,
          .connectivity = connectivity_of(op, options.connectivity, image.shape.rank()),
          .background = options.background};
}

// The image of classes is a part of the scratch memory.
std::int64_t label_classes(const Execution& on, const ComponentsSpec& spec, std::span<const Interval> intervals,
                           ConstImageView image, ImageView labels) {
  const std::int64_t bytes = image.shape().count();
  require_memory(on.scratch_memory, bytes);
  const Image classes = classes_of(op, part_of(on, 0, 0.2), intervals, image);
  Execution rest = part_of(on, 0.2, 1);
  if (on.scratch_memory > 0) rest.scratch_memory = std::max<std::int64_t>(1, on.scratch_memory - bytes);
  return label(rest, spec, classes, labels);
}

}  // namespace label_operator

std::int64_t label(ConstImageView image, ImageView labels, const LabelOptions& options, const Execution& on) {
  using namespace label_operator;
  require_label_type(labels.dtype());
  require_image_and_out(op, image, labels, labels.dtype(), on);
  const ComponentsSpec spec = spec_for(options, image.type());
  if (image.shape().count() == 0) return 0;

  const DenseInput cells(on, image);
  const DenseOutput numbers(labels);
  const std::int64_t count = options.intervals.empty()
                                 ? label(on, spec, cells.view(), numbers.view())
                                 : label_classes(on, spec, options.intervals, cells.view(), numbers.view());
  numbers.finish(on);
  return count;
}

Labels label(ConstImageView image, const LabelOptions& options, const Execution& on) {
  label_operator::require_label_type(options.dtype);
  Labels labels{Image(options.dtype, image.shape())};
  labels.count = label(image, labels.image, options, on);
  return labels;
}

namespace label_operator {

constexpr Input inputs[] = {{"image", "pixels that differ from the background value are foreground"}};
constexpr Output outputs[] = {
    {"labels", "labels 1 to count, in raster order of first pixels; 0 is background"},
    {"count", "number of connected components", OutputKind::number},
};
constexpr std::string_view label_types[] = {"uint32", "uint64"};
constexpr auto option_table = bind<LabelOptions>(
    connectivity_up_to_rank<&LabelOptions::connectivity>,
    option<&LabelOptions::background>("background", "value of the background pixels"),
    option<&LabelOptions::by_value>("by_value", "connect neighbours only if their values are equal"),
    option<&LabelOptions::intervals>("intervals",
                                     "low and high of each class: connect only pixels of one class; others "
                                     "are background")
        .by_default("none"),
    option<&LabelOptions::dtype>("dtype", "dtype of the labels; uint64 for more than 4294967295 components")
        .among(label_types));

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_rank(op, {"image", ConstImageView(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  require_classes(option_table.from(values));
  return {{option_table.from(values).dtype, types[0].shape}};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  return {.numbers = {{"count", label(images[0], outs[0], option_table.from(values), on)}}, .table = {}};
}

ComponentFilterSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return {.components = spec_for(option_table.from(values), types[0])};
}

ConstImageView prepare(const BlockView& view, Image& cells, Image&) {
  require_numbers(op, {"image", view.inputs[0]}, replace_them, view.on);
  const LabelOptions options = option_table.from(view.options);
  if (options.intervals.empty()) return view.inputs[0];
  cells = classes_of(op, view.on, options.intervals, view.inputs[0]);
  return cells;
}

// Per run: its union-find entry, its label and its final number. Per pixel: its class.
double scratch(std::span<const ImageType> types, const Values& values) {
  const LabelOptions options = option_table.from(values);
  return component_scratch(block_spec(types, values).components, 8 + static_cast<double>(size_of(options.dtype))) +
         (options.intervals.empty() ? 0 : 1);
}

constexpr BlockForm form = {
    .kind = ComponentsForm{.spec = block_spec, .are_numbered = true, .prepare = prepare},
    .scratch = scratch,
};

extern constinit const Operator label_row;
constinit const Operator label_row = {
    .name = op,
    .summary = "Label the connected components of an image",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar label image.tif -o labels.tif",
    .results = results,
    .run = run,
    .blocks = checked<form, block_spec>,
    .on_devices = up_to_32_bits,
};

}  // namespace label_operator

}  // namespace preamar
