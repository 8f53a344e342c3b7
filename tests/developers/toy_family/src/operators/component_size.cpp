#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/rows.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"

#include <algorithm>

namespace preamar {
using namespace primitives;
namespace component_size_operator {

constexpr std::string_view op = "component_size";

struct ComponentSizeOptions {
  int connectivity = 0;
};

constexpr auto option_table = bind<ComponentSizeOptions>(connectivity_up_to_rank<&ComponentSizeOptions::connectivity>);

constexpr Input inputs[] = {{"image", "mask or labels: components of non-zero pixels"}};
constexpr Output outputs[] = {
    {"sizes", "per pixel: the number of pixels of its component; 0 outside of components"},
    {"largest", "pixels of the largest component", OutputKind::number},
};

ComponentsSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return {.connectivity = connectivity_of(op, option_table.from(values).connectivity, types[0].shape.rank())};
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  const ImageType type = image_type(op, types);
  if (is_floating(type.dtype))
    throw Error(ErrorKind::call, text(op, ": image is ", name_of(type.dtype), "; it must be bool or integers"));
  return {{DType::uint64, type.shape}};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  require_image_with_out(op, images[0], outs[0], DType::uint64, on);
  const ImageType types[] = {images[0].type()};
  if (types[0].shape.count() == 0) return {.numbers = {{"largest", std::int64_t{0}}}, .table = {}};
  const DenseInput cells(on, images[0]);
  const DenseOutput out(outs[0]);
  Image labels(DType::uint32, types[0].shape);
  const std::int64_t count = label(on, block_spec(types, values), cells.view(), labels);
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(count) + 1);
  const std::span<const std::uint32_t> label_of = labels.as<std::uint32_t>();
  for (const std::uint32_t label : label_of) ++sizes[label];
  sizes[0] = 0;
  const std::int64_t width = row_length(types[0].shape);
  for (std::size_t i = 0; i < label_of.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    reinterpret_cast<std::uint64_t*>(row(out.view(), at / width))[at % width] = sizes[label_of[i]];
  }
  out.finish(on);
  return {.numbers = {{"largest", static_cast<std::int64_t>(*std::ranges::max_element(sizes))}}, .table = {}};
}

// The labels, and at most one size, number and border entry per cell.
double scratch(std::span<const ImageType> types, const Values& values) {
  return component_scratch(block_spec(types, values), 12) + 4 + 8 + 4 + 8;
}

constexpr BlockForm form = {.kind = ComponentSizesForm{.spec = block_spec}, .scratch = scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)block_spec(types, values);  // throws if an option is invalid
  return &form;
}

extern constinit const Operator component_size_row;
constinit const Operator component_size_row = {
    .name = op,
    .summary = "Write the size of its connected component to each pixel",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar component_size image.tif -o sizes.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
};

}  // namespace component_size_operator

}  // namespace preamar
