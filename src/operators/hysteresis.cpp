#include <preamar/hysteresis.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/component_scratch.h"
#include "skeletons/block_form.h"
#include "skeletons/components.h"
#include "skeletons/dense.h"

namespace preamar {
namespace {

constexpr std::string_view op = "hysteresis";

void require_levels(const HysteresisOptions& options) {
  if (!(options.low <= options.high))
    throw Error(ErrorKind::call,
                text(op, ": low is ", options.low, " and high is ", options.high, "; low must not be above high"));
}

// Which pixels may stay, and which are sure.
void part(const Execution& on, const HysteresisOptions& options, const ConstImage& levels, const Image& kept,
          const Image& sure) {
  map(on, {.pixel = Pixel::greater, .value = options.low}, levels, kept);
  map(on, {.pixel = Pixel::greater, .value = options.high}, levels, sure);
}

SieveSpec spec_for(const HysteresisOptions& options, int rank) {
  return {.components = {.connectivity = connectivity_of(op, options.connectivity, rank, rank)},
          .trait = Trait::marked};
}

}  // namespace

void hysteresis(const ConstImage& image, const Image& out, const HysteresisOptions& options, const Execution& on) {
  require_image_and_out(op, image, out, DType::boolean, on);
  require_levels(options);
  const SieveSpec spec = spec_for(options, image.rank());
  if (image.shape().count() == 0) return;

  // Which pixels stay does not depend on which axis is called a row, so rows are taken where memory is dense.
  const Axes axes = storage_order(image);
  const DenseInput levels(on, permuted(image, axes));
  const DenseOutput kept(permuted(out, axes));
  const WorkImage sure(on, {DType::boolean, levels.view().shape()});
  part(on, options, levels.view(), kept.view(), sure);
  sieve(on, spec, kept.view(), sure, kept.view());
  kept.finish(on);
}

OwnedImage hysteresis(const ConstImage& image, const HysteresisOptions& options, const Execution& on) {
  OwnedImage out(DType::boolean, image.shape());
  hysteresis(image, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"mask", "true where the image is above low, joined to where it is above high"}};
constexpr Option option_rows[] = {
    {"low", OptionKind::real, "", {}, "pixels above it stay where they are joined to sure ones"},
    {"high", OptionKind::real, "", {}, "pixels above it are sure"},
    connectivity_row,
};

HysteresisOptions options_from(const Values& values) {
  return {.low = value_or<double>(values, "low", 0),
          .high = value_or<double>(values, "high", 0),
          .connectivity = connectivity_in(values)};
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_levels(options_from(values));
  return {{DType::boolean, image_type(op, types).shape}};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  hysteresis(images[0], outs[0], options_from(values), on);
  return {};
}

SieveSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return spec_for(options_from(values), types[0].shape.rank());
}

ConstImage prepare(const Piece& piece, OwnedImage& cells, OwnedImage& marks) {
  const ConstImage& levels = piece.inputs[0];
  require_numbers(op, {"image", levels}, replace_them, piece.on);
  cells = OwnedImage(DType::boolean, levels.shape());
  marks = OwnedImage(DType::boolean, levels.shape());
  part(piece.on, options_from(piece.options), levels, cells, marks);
  return cells;
}

double scratch(std::span<const ImageType> types, const Values& values) {
  return 2 + component_scratch(block_spec(types, values).components, sieve_run);
}

constexpr BlockForm form = {.kind = ComponentsForm{.spec = block_spec, .prepare = prepare}, .scratch = scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)block_spec(types, values);  // refuses
  return &form;
}

}  // namespace

extern constinit const Operator hysteresis_row;
constinit const Operator hysteresis_row = {
    .name = op,
    .summary = "Keep what is above a low level and joined to what is above a high one",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar hysteresis image.tif --low 165 --high 190 -o mask.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
