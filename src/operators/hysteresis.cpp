#include <preamar/hysteresis.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"

namespace preamar {
using namespace primitives;
namespace hysteresis_operator {

constexpr std::string_view op = "hysteresis";

constexpr auto option_table = bind<HysteresisOptions>(
    option<&HysteresisOptions::low>("low", "low threshold; pixels above it stay if connected to a strong pixel"),
    option<&HysteresisOptions::high>("high", "high threshold; pixels above it are strong"),
    connectivity_up_to_rank<&HysteresisOptions::connectivity>);

void require_levels(const HysteresisOptions& options) {
  option_table.require_given(op, options);
  if (!(options.low <= options.high))
    throw Error(ErrorKind::call,
                text(op, ": low is ", options.low, " and high is ", options.high, "; low must not be above high"));
}

// Weak pixels (above `low`) and strong pixels (above `high`).
void part(const Execution& on, const HysteresisOptions& options, ConstImageView levels, ImageView weak,
          ImageView strong) {
  map(on, {.pixel = Pixel::greater, .value = options.low}, levels, weak);
  map(on, {.pixel = Pixel::greater, .value = options.high}, levels, strong);
}

ComponentFilterSpec spec_for(const HysteresisOptions& options, int rank) {
  return {.components = {.connectivity = connectivity_of(op, options.connectivity, rank)}, .trait = Trait::marked};
}

}  // namespace hysteresis_operator

void hysteresis(ConstImageView image, ImageView out, const HysteresisOptions& options, const Execution& on) {
  using namespace hysteresis_operator;
  require_image_and_out(op, image, out, DType::boolean, on);
  require_levels(options);
  const ComponentFilterSpec spec = spec_for(options, image.rank());
  in_storage_order(on, image, out, [&](ConstImageView levels, ImageView weak) {
    const WorkImage strong(on, {DType::boolean, levels.shape()});
    part(on, options, levels, weak, strong);
    filter_components(on, spec, weak, strong, weak);
  });
}

Image hysteresis(ConstImageView image, const HysteresisOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  hysteresis(image, out, options, on);
  return out;
}

namespace hysteresis_operator {

constexpr Input inputs[] = {{"image", "grey-level image"}};
constexpr Output outputs[] = {{"mask", "true at strong pixels and at weak pixels connected to them"}};

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_levels(option_table.from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

ComponentFilterSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(option_table.from(values), types[0].shape.rank());
}

ConstImageView prepare(const BlockView& view, Image& cells, Image& marks) {
  ConstImageView levels = view.inputs[0];
  require_numbers(op, {"image", levels}, replace_them, view.on);
  cells = Image(DType::boolean, levels.shape());
  marks = Image(DType::boolean, levels.shape());
  part(view.on, option_table.from(view.options), levels, cells, marks);
  return cells;
}

double scratch(std::span<const ImageType> types, const Values& values) {
  return 2 + component_scratch(block_spec(types, values).components, filter_run);
}

constexpr BlockForm form = {.kind = ComponentsForm{.spec = block_spec, .prepare = prepare}, .scratch = scratch};

extern constinit const Operator hysteresis_row;
constinit const Operator hysteresis_row = {
    .name = op,
    .summary = "Threshold with hysteresis: weak and strong pixels",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar hysteresis image.tif --low 165 --high 190 -o mask.tif",
    .results = results,
    .run = run_function<option_table, hysteresis>,
    .blocks = checked<form, block_spec>,
    .on_devices = up_to_32_bits,
};

}  // namespace hysteresis_operator

}  // namespace preamar
