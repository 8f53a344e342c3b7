#include <preamar/fill_depressions.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/flood_blocks.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "operators/valid_pixels.h"
#include "primitives/dense.h"
#include "primitives/propagate.h"
#include "primitives/reduce.h"
#include "primitives/work_image.h"

#include <limits>
#include <optional>

namespace preamar {
using namespace primitives;
namespace fill_depressions_operator {

constexpr std::string_view op = "fill_depressions";
constexpr double lowest = -std::numeric_limits<double>::infinity();

// Which cells have no data: those with a value, and those outside a mask.
struct Data {
  std::optional<double> nodata;
  std::optional<ConstImageView> valid;

  // A NaN is a cell without data, with or without `nodata`.
  [[nodiscard]] double void_value() const { return nodata.value_or(std::numeric_limits<double>::quiet_NaN()); }
};

bool has_voids(const Execution& on, const Data& data, ConstImageView elevation) {
  return data.nodata || data.valid || reduce(on, {.summary = Summary::nan_count}, elevation) > 0;
}

// Blocks are in host memory; whole images are where the backend computes.
void make_room(const Execution&, const ImageType& type, Image& room) { room = Image(type); }
void make_room(const Execution& on, const ImageType& type, WorkImage& room) { room = WorkImage(on, type); }

// Fills `seed` with the marker: the elevation on the border, the minimum of the dtype on cells without data, the
// maximum elsewhere. Returns the mask of the reconstruction: `elevation`, or, if that has cells without data, `room`
// with these cells at the minimum of the dtype.
template <class Room>
ConstImageView begin(const Execution& on, const Data& data, Faces edges, ConstImageView elevation, ImageView seed,
                     Room& room) {
  const double value = data.void_value();
  map(on, {.pixel = Pixel::edge, .value = value, .order = Order::falling, .edges = edges}, elevation, seed);
  if (!has_voids(on, data, elevation)) return elevation;
  make_room(on, elevation.type(), room);
  const ImageView ground = room;
  map(on, {.pixel = Pixel::replace, .value = value, .order = Order::falling}, elevation, ground);
  if (data.valid)
    for (const ImageView& image : {seed, ground})
      map(on, {.pixel = Pixel::keep, .value = lowest}, image, data.valid, image);
  return ground;
}

void restore_voids(const Execution& on, const Data& data, ConstImageView elevation, ConstImageView level,
                   ImageView out) {
  map(on, {.pixel = Pixel::restore, .value = data.void_value()}, elevation, level, out);
  if (data.valid) map(on, {.pixel = Pixel::keep, .value = 0}, out, data.valid, out);
}

PropagateSpec spec_of(int connectivity, int rank) {
  return {.order = Order::falling, .connectivity = connectivity_of(op, connectivity, rank)};
}

}  // namespace fill_depressions_operator

void fill_depressions(ConstImageView elevation, ImageView out, const FillDepressionsOptions& options,
                      const Execution& on) {
  using namespace fill_depressions_operator;
  require_usable(op, on, {{"elevation", elevation}}, {{"out", out}});
  require_rank(op, {"elevation", elevation}, 2, 3);
  require_alike(op, {"elevation", elevation}, {"out", out});
  require_apart(op, {"elevation", elevation}, {"out", out});
  if (options.valid) require_valid(op, "elevation", elevation, *options.valid, on);
  const PropagateSpec spec = spec_of(options.connectivity, elevation.rank());
  const auto fill = [&](const Data& data, ConstImageView from, ImageView to) {
    WorkImage room;
    const ConstImageView ground = begin(on, data, Faces::all(), from, to, room);
    propagate(on, spec, to, ground, to);
    if (room.data()) restore_voids(on, data, from, to, to);
  };
  if (options.valid)
    in_storage_order(on, elevation, *options.valid, out, [&](ConstImageView from, ConstImageView valid, ImageView to) {
      fill({options.nodata, valid}, from, to);
    });
  else
    in_storage_order(on, elevation, out, [&](ConstImageView from, ImageView to) {
      fill({options.nodata, {}}, from, to);
    });
}

Image fill_depressions(ConstImageView elevation, const FillDepressionsOptions& options, const Execution& on) {
  Image out(elevation.type());
  fill_depressions(elevation, out, options, on);
  return out;
}

namespace fill_depressions_operator {

constexpr Input inputs[] = {{"elevation", "elevation of each cell"}, valid_input};
constexpr Output outputs[] = {{.name = "image",
                               .help = "the elevation, with every depression filled to its overflow level",
                               .meaning = Meaning::same}};
constexpr auto option_table = bind<FillDepressionsOptions>(
    option<&FillDepressionsOptions::nodata>("nodata", "value of cells without data; they are outlets and keep it")
        .by_default("none"),
    connectivity_up_to_rank<&FillDepressionsOptions::connectivity>);

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_rank(op, {"elevation", ConstImageView(nullptr, types[0].dtype, types[0].shape)}, 2, 3);
  require_valid_type(op, types);
  return {types[0]};
}

PropagateSpec spec(std::span<const ImageType> types, const Values& values) {
  return spec_of(option_table.from(values).connectivity, types[0].shape.rank());
}

Data data_of(const BlockView& view) { return {option_table.from(view.options).nodata, given(view.inputs, 1)}; }

ConstImageView prepare(const BlockView& view, ImageView seed, Image& room) {
  return begin(view.on, data_of(view), view.edges(), view.inputs[0], seed, room);
}

void conclude(const BlockView& view, ConstImageView level, bool, ImageView out) {
  restore_voids(view.on, data_of(view), view.inputs[0], level, out);
}

// A copy of the elevation with the cells without data replaced.
double scratch(std::span<const ImageType> types, const Values& values) {
  return flood_scratch(types, values) + static_cast<double>(size_of(types[0].dtype));
}

constexpr BlockForm form = {.kind = FloodForm{.spec = spec, .prepare = prepare}, .scratch = flood_scratch};
constexpr BlockForm form_with_voids = {.kind = FloodForm{.spec = spec, .prepare = prepare, .conclude = conclude},
                                       .scratch = scratch};
const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  return is_floating(types[0].dtype) || types.size() > 1 || option_table.from(values).nodata ? &form_with_voids : &form;
}

extern constinit const Operator fill_depressions_row;
constinit const Operator fill_depressions_row = {
    .name = op,
    .summary = "Fill the depressions of an elevation model",
    .topic = Topic::reconstruction,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar fill_depressions elevation.tif -o out.tif",
    .results = results,
    .run = run_function<option_table, fill_depressions>,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace fill_depressions_operator

}  // namespace preamar
