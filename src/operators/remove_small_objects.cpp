#include <preamar/operator.h>
#include <preamar/remove_small_objects.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"

#include <limits>

namespace preamar {
using namespace primitives;
namespace remove_small_objects_operator {

enum class Small { objects, holes };

constexpr auto option_table = bind<SmallOptions>(
    option<&SmallOptions::size>("size", "minimum size in pixels; smaller objects or holes are removed"),
    connectivity_up_to_rank<&SmallOptions::connectivity>);

constexpr std::string_view name_of(Small small) {
  return small == Small::objects ? "remove_small_objects" : "remove_small_holes";
}

void require_dtype(Small small, DType dtype) {
  if (small == Small::holes && dtype != DType::boolean)
    throw Error(ErrorKind::call, text(name_of(small), ": image is ", preamar::name_of(dtype), "; it must be bool"));
  if (is_floating(dtype))
    throw Error(ErrorKind::call,
                text(name_of(small), ": image is ", preamar::name_of(dtype), "; it must be bool or integer labels"));
}

ComponentFilterSpec spec_for(Small small, const SmallOptions& options, const ImageType& image) {
  const std::string_view op = name_of(small);
  option_table.require_given(op, options);
  require_within(op, "size", options.size, 0, std::numeric_limits<std::int64_t>::max());
  const int rank = image.shape.rank();
  const Joined joined = small == Small::holes           ? Joined::background
                        : image.dtype == DType::boolean ? Joined::foreground
                                                        : Joined::equal;
  return {.components = {joined, connectivity_of(op, options.connectivity, rank)},
          .trait = Trait::size,
          .least = options.size};
}

void remove(Small small, ConstImageView image, ImageView out, const SmallOptions& options, const Execution& on) {
  const std::string_view op = name_of(small);
  require_usable(op, on, {{"image", image}}, {{"out", out}});
  require_rank(op, {"image", image}, 2, 3);
  require_dtype(small, image.dtype());
  require_alike(op, {"image", image}, {"out", out});
  require_apart_or_same(op, {"image", image}, {"out", out});
  const ComponentFilterSpec spec = spec_for(small, options, image.type());
  in_storage_order(on, image, out,
                   [&](ConstImageView from, ImageView to) { filter_components(on, spec, from, {}, to); });
}

Image remove(Small small, ConstImageView image, const SmallOptions& options, const Execution& on) {
  Image out(image.type());
  remove(small, image, out, options, on);
  return out;
}

}  // namespace remove_small_objects_operator

void remove_small_objects(ConstImageView image, ImageView out, const SmallOptions& options, const Execution& on) {
  using namespace remove_small_objects_operator;
  remove(Small::objects, image, out, options, on);
}
void remove_small_holes(ConstImageView image, ImageView out, const SmallOptions& options, const Execution& on) {
  using namespace remove_small_objects_operator;
  remove(Small::holes, image, out, options, on);
}
Image remove_small_objects(ConstImageView image, const SmallOptions& options, const Execution& on) {
  using namespace remove_small_objects_operator;
  return remove(Small::objects, image, options, on);
}
Image remove_small_holes(ConstImageView image, const SmallOptions& options, const Execution& on) {
  using namespace remove_small_objects_operator;
  return remove(Small::holes, image, options, on);
}

namespace remove_small_objects_operator {

constexpr Input object_inputs[] = {{"image", "mask (bool) or label image (integers)"}};
constexpr Input hole_inputs[] = {{"image", "mask (bool)"}};
constexpr Output object_outputs[] = {
    {.name = "image", .help = "image without its small objects", .meaning = Meaning::same}};
constexpr Output hole_outputs[] = {
    {.name = "image", .help = "mask with its small holes filled", .meaning = Meaning::same}};

template <Small small>
std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  const ImageType type = image_type(name_of(small), types);
  require_dtype(small, type.dtype);
  return {type};
}

template <Small small>
ComponentFilterSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(small, option_table.from(values), types[0]);
}

ConstImageView prepare(const BlockView& view, Image&, Image&) { return view.inputs[0]; }

template <Small small>
double scratch(std::span<const ImageType> types, const Values& values) {
  return component_scratch(block_spec<small>(types, values).components, filter_run);
}

template <Small small>
constexpr BlockForm form = {.kind = ComponentsForm{.spec = block_spec<small>, .prepare = prepare},
                            .scratch = scratch<small>};

extern constinit const Operator remove_small_objects_row;
constinit const Operator remove_small_objects_row = {
    .name = name_of(Small::objects),
    .summary = "Remove objects of fewer pixels than a minimum size",
    .topic = Topic::objects,
    .inputs = object_inputs,
    .options = option_table.rows,
    .outputs = object_outputs,
    .example = "preamar remove_small_objects mask.tif --size 64 -o out.tif",
    .results = results<Small::objects>,
    .run = run_function<option_table, remove_small_objects>,
    .blocks = checked<form<Small::objects>, block_spec<Small::objects>>,
    .on_devices = {DType::boolean, DType::uint8, DType::uint16, DType::uint32, DType::int8, DType::int16, DType::int32},
};

extern constinit const Operator remove_small_holes_row;
constinit const Operator remove_small_holes_row = {
    .name = name_of(Small::holes),
    .summary = "Fill holes of fewer pixels than a minimum size",
    .topic = Topic::objects,
    .dual_of = "remove_small_objects",
    .inputs = hole_inputs,
    .options = option_table.rows,
    .outputs = hole_outputs,
    .example = "preamar remove_small_holes mask.tif --size 64 -o filled.tif",
    .results = results<Small::holes>,
    .run = run_function<option_table, remove_small_holes>,
    .blocks = checked<form<Small::holes>, block_spec<Small::holes>>,
    .on_devices = {DType::boolean},
};

}  // namespace remove_small_objects_operator

}  // namespace preamar
