#include <preamar/canny.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/progress.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "operators/kernels.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/components.h"
#include "primitives/dense.h"
#include "primitives/edge_thinning.h"

#include <algorithm>
#include <utility>

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<CannyMethod> = std::to_array<std::string_view>({"gradient", "differential"});

namespace canny_operator {

constexpr std::string_view op = "canny";
constexpr double most_sigma = 1000;

constexpr auto option_table = bind<CannyOptions>(
    option<&CannyOptions::sigma>("sigma", "standard deviation of the smoothing Gaussian, in pixels"),
    option<&CannyOptions::low>("low",
                               "weak-edge threshold in grey levels per pixel; kept if connected to a strong edge"),
    option<&CannyOptions::high>("high", "strong-edge threshold in grey levels per pixel"),
    option<&CannyOptions::method>("method", "thinning: gradient as scikit-image, differential as ITK"));

void require_options(const CannyOptions& options) {
  option_table.require_given(op, options);
  if (!(options.sigma >= 0 && options.sigma <= most_sigma))
    throw Error(ErrorKind::call, text(op, ": sigma is ", options.sigma, "; it must be 0 to ", most_sigma));
  if (!(options.low >= 0 && options.low <= options.high))
    throw Error(ErrorKind::call,
                text(op, ": low is ", options.low, " and high is ", options.high, "; give 0 <= low <= high"));
}

// The Gaussian at integer positions, up to 4 sigma.
Weights sampled_gaussian(double sigma) {
  const std::vector<double> spacing{1};
  return gaussian_weights(op, {sigma, spacing, 4}, 2)[0];
}

EdgeThinningSpec spec_of(const CannyOptions& options) {
  const bool is_gradient = options.method == CannyMethod::gradient;
  return {.thinning = is_gradient ? Thinning::gradient : Thinning::differential,
          .weights = is_gradient ? sampled_gaussian(options.sigma) : discrete_gaussian(options.sigma),
          .low = options.low,
          .high = options.high};
}

// Keeps the weak edges that are connected to strong ones, also diagonally.
ComponentFilterSpec connected_edges(int rank) { return {.components = {.connectivity = rank}, .trait = Trait::marked}; }

}  // namespace canny_operator

void canny(ConstImageView image, ImageView out, const CannyOptions& options, const Execution& on) {
  using namespace canny_operator;
  require_image_and_out(op, image, out, DType::boolean, on);
  require_options(options);
  if (image.shape().count() == 0) return;

  const DenseInput levels(on, image);
  const DenseOutput weak(out);
  const WorkImage strong(on, {DType::boolean, image.shape()});
  edge_thinning(part_of(on, 0, 0.8), spec_of(options), levels.view(), weak.view(), strong);
  filter_components(part_of(on, 0.8, 1), connected_edges(image.rank()), weak.view(), strong, weak.view());
  weak.finish(on);
}

Image canny(ConstImageView image, const CannyOptions& options, const Execution& on) {
  Image out(DType::boolean, image.shape());
  canny(image, out, options, on);
  return out;
}

namespace canny_operator {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"edges", "edges as thin lines"}};
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_options(option_table.from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

ComponentFilterSpec block_spec(std::span<const ImageType> types, const Values&) {
  return connected_edges(types[0].shape.rank());
}

// Thinning compares a pixel with its neighbours, and the gradient of a neighbour needs one more smoothed pixel.
Coordinates halo(std::span<const ImageType>, const Values& values) {
  Coordinates cells{};
  cells.fill(static_cast<std::int64_t>(spec_of(option_table.from(values)).weights.size()) - 1 + 2);
  return cells;
}

Image within_block(const BlockView& view, Image wide) {
  if (view.box == view.block) return wide;
  Image block(wide.dtype(), view.block.shape);
  map(view.on, {.pixel = Pixel::copy}, part<ConstImageView>(wide, view.inner()), block);
  return block;
}

ConstImageView prepare(const BlockView& view, Image& cells, Image& marks) {
  const ConstImageView levels = view.inputs[0];
  require_numbers(op, {"image", levels}, replace_them, view.on);
  Image weak(DType::boolean, levels.shape()), strong(DType::boolean, levels.shape());
  edge_thinning(view.on, spec_of(option_table.from(view.options)), levels, weak, strong);
  cells = within_block(view, std::move(weak));
  marks = within_block(view, std::move(strong));
  return cells;
}

// The edges of the block, then those of the block with its halo or the components.
double scratch(std::span<const ImageType> types, const Values& values) {
  return 2 + std::max(2.0, component_scratch(block_spec(types, values).components, filter_run));
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return edge_thinning_scratch(spec_of(option_table.from(values)), types[0].dtype, box);
}

constexpr BlockForm form = {.halo = halo,
                            .kind = ComponentsForm{.spec = block_spec, .prepare = prepare},
                            .scratch = scratch,
                            .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType>, const Values& values) {
  require_options(option_table.from(values));
  return &form;
}

extern constinit const Operator canny_row;
constinit const Operator canny_row = {
    .name = op,
    .summary = "Detect edges with the Canny edge detector",
    .topic = Topic::filters,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar canny image.tif --sigma 1.4 --low 4 --high 7 -o edges.tif",
    .results = results,
    .run = run_function<option_table, canny>,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace canny_operator

}  // namespace preamar
