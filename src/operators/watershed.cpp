#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "operators/checks.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/watershed.h"

#include <algorithm>
#include <optional>

namespace preamar {
using namespace primitives;
namespace watershed_operator {

constexpr std::string_view op = "watershed";
constexpr std::string_view wall = "replace them, or give `nan=ignore` to keep the flood from them";

void require_shape(NamedImage image, NamedImage like) {
  if (image.image.shape() != like.image.shape())
    throw Error(ErrorKind::call, text(op, ": ", image.name, " is ", image.image.shape().text(), " and ", like.name,
                                      " is ", like.image.shape().text(), "; their shape must be the same"));
}

void require_inputs(ConstImageView image, ConstImageView markers, const std::optional<ConstImageView>& mask) {
  require_rank(op, {"image", image}, 2, 3);
  require_shape({"markers", markers}, {"image", image});
  if (is_floating(markers.dtype()))
    throw Error(ErrorKind::call,
                text(op, ": markers are ", name_of(markers.dtype()), "; they must be of an integer dtype or bool"));
  if (!mask) return;
  require_rank(op, {"mask", *mask}, 2, 3);
  require_shape({"mask", *mask}, {"image", image});
  if (mask->dtype() != DType::boolean && mask->dtype() != DType::uint8)
    throw Error(ErrorKind::call, text(op, ": mask is ", name_of(mask->dtype()), "; it must be bool or uint8"));
}

}  // namespace watershed_operator

void watershed(ConstImageView image, ConstImageView markers, ImageView out, const WatershedOptions& options,
               const Execution& on) {
  using namespace watershed_operator;
  require_usable(op, on, {{"image", image}, {"markers", markers}}, {{"out", out}});
  const std::optional<ConstImageView>& mask = options.mask;
  if (mask) require_readable(op, on, {"mask", *mask});
  require_inputs(image, markers, mask);
  require_alike(op, {"markers", markers}, {"out", out});
  require_apart(op, {"image", image}, {"out", out});
  if (mask) require_apart(op, {"mask", *mask}, {"out", out});
  require_apart_or_same(op, {"markers", markers}, {"out", out});
  const int connectivity = checked_connectivity(op, options.connectivity, image.rank());
  require_within(op, "plateau", options.plateau, -1, INT64_MAX);
  if (options.nan == Nan::refuse) require_numbers(op, {"image", image}, wall, on);
  if (image.shape().count() == 0) return;

  // Ties are broken in raster order, so the axes must not be permuted.
  const DenseInput values(on, image);
  std::optional<DenseInput> taking_part;
  if (mask) taking_part.emplace(on, *mask);
  const DenseOutput labels(out);
  if (labels.view().data() != markers.data()) map(on, {.pixel = Pixel::copy}, markers, labels.view());
  watershed(on, {.connectivity = connectivity, .line = options.line, .plateau = options.plateau}, values.view(),
            view_of(taking_part), labels.view());
  labels.finish(on);
}

Image watershed(ConstImageView image, ConstImageView markers, const WatershedOptions& options, const Execution& on) {
  Image out(markers.type());
  watershed(image, markers, out, options, on);
  return out;
}

namespace watershed_operator {

constexpr Input inputs[] = {
    {"image", "relief, for example a gradient; low values are flooded first"},
    {"markers", "label of each marker; 0 elsewhere"},
    {"mask", "restrict the flood to non-zero pixels (bool or uint8)", Presence::optional},
};
constexpr Output outputs[] = {{"labels", "label of each basin; 0 where no flood arrives"}};
constexpr auto option_table = bind<WatershedOptions>(
    connectivity_option<&WatershedOptions::connectivity>,
    option<&WatershedOptions::line>("line", "separate regions by a line of 0"),
    option<&WatershedOptions::plateau>("plateau", "maximum number of steps counted inside a plateau; none: no limit")
        .by_default("none"),
    option<&WatershedOptions::nan>("nan", "NaN pixels raise an error, or are outside the mask"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  const auto view = [&](std::size_t i) { return ConstImageView(nullptr, types[i].dtype, types[i].shape); };
  require_inputs(view(0), view(1), types.size() > 2 ? std::optional(view(2)) : std::nullopt);
  return {types[1]};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  WatershedOptions options = option_table.from(values);
  options.mask = given(images, 2);
  watershed(images[0], images[1], outs[0], options, on);
  return {};
}

// Steps that are counted in the halo. Plateaus on seams are rarely deeper; deeper ones cost further reads. In 3-D, a
// halo costs more and plateaus are less deep.
constexpr std::int64_t halo_steps = 33, halo_steps_3d = 10;

bool has_short_plateaus(const Values& values) {
  const std::int64_t plateau = option_table.from(values).plateau;
  return plateau >= 0 && plateau <= halo_steps;
}

WatershedSpec spec(std::span<const ImageType> types, const Values& values) {
  const WatershedOptions options = option_table.from(values);
  return {.connectivity = checked_connectivity(op, options.connectivity, types[0].shape.rank()),
          .line = options.line,
          .plateau = options.plateau};
}

void check(const BlockView& view) {
  if (option_table.from(view.options).nan == Nan::refuse)
    require_numbers(op, {"image", part(view.inputs[0], view.inner())}, wall, view.on);
}

// The ranks of the cells around the block are exact, which the line needs: they depend on cells within their steps
// plus 1.
Coordinates halo(std::span<const ImageType> types, const Values& values) {
  const std::int64_t exchanged = types[0].shape.rank() == 3 ? halo_steps_3d : halo_steps;
  const std::int64_t cells = has_short_plateaus(values) ? option_table.from(values).plateau + 1 : exchanged + 2;
  return {cells, cells, cells};
}

double rank_bytes(std::span<const ImageType> types, const Values& values) {
  const auto bytes = static_cast<double>(size_of(types[0].dtype));
  return bytes == 1 && !has_short_plateaus(values) ? 4 : 2 * bytes;
}

// Ranks, parts, the front inside plateaus, and the graph of tiles.
double scratch(std::span<const ImageType> types, const Values& values) {
  return rank_bytes(types, values) + 4 + 16 + (types[0].shape.rank() == 3 ? 32 : 8);
}

// The forest of the border cells and its summary, and a tile.
double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  double border = 0, tile = 1;
  for (int axis = 0; axis < box.rank(); ++axis) {
    border += 2 * static_cast<double>(box.count()) / static_cast<double>(box[axis]);
    tile *= static_cast<double>(std::min<std::int64_t>(box[axis], box.rank() == 3 ? 66 : 258));
  }
  return 200 * border + tile * (2 * rank_bytes(types, values) + 24);
}

constexpr BlockForm short_form = {.halo = halo,
                                  .kind = WatershedForm{.spec = spec, .check = check},
                                  .scratch = scratch,
                                  .worker_scratch = worker_scratch};

constexpr BlockForm long_form = {.halo = halo,
                                 .kind = WatershedForm{.spec = spec, .check = check, .exchanges_steps = true},
                                 .scratch = scratch,
                                 .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  return has_short_plateaus(values) ? &short_form : &long_form;
}

extern constinit const Operator watershed_row;
constinit const Operator watershed_row = {
    .name = op,
    .summary = "Marker-controlled watershed: catchment basins",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar watershed image.tif markers.tif -o labels.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
};

}  // namespace watershed_operator

}  // namespace preamar
