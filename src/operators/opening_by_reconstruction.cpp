#include <preamar/opening_by_reconstruction.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/flat.h"
#include "skeletons/propagate.h"

namespace preamar {
namespace {

using Options = OpeningByReconstructionOptions;

// `order` is that of the flood.
constexpr std::string_view name_in(Order order) {
  return order == Order::rising ? "opening_by_reconstruction" : "closing_by_reconstruction";
}

void apply(Order order, const ConstImage& image, const Image& out, const Options& options, const Execution& on) {
  const std::string_view op = name_in(order);
  const FlatOptions flat{.radius = options.radius};
  require_image_and_out(op, image, out, image.dtype(), on);
  require_flat(op, flat, image.rank());
  const int connectivity = connectivity_of(op, options.connectivity, image.rank(), image.rank());
  if (image.shape().count() == 0) return;
  const Axes axes = storage_order(image);
  const DenseInput limit(on, permuted(image, axes));
  const DenseOutput state(permuted(out, axes));
  spread(order == Order::rising ? Order::falling : Order::rising, flat, limit.view(), state.view(), on);
  propagate(on, {.order = order, .connectivity = connectivity}, state.view(), limit.view(), state.view());
  state.finish(on);
}

OwnedImage applied(Order order, const ConstImage& image, const Options& options, const Execution& on) {
  OwnedImage out(image.type());
  apply(order, image, out, options, on);
  return out;
}

}  // namespace

void opening_by_reconstruction(const ConstImage& image, const Image& out, const Options& options, const Execution& on) {
  apply(Order::rising, image, out, options, on);
}
void closing_by_reconstruction(const ConstImage& image, const Image& out, const Options& options, const Execution& on) {
  apply(Order::falling, image, out, options, on);
}
OwnedImage opening_by_reconstruction(const ConstImage& image, const Options& options, const Execution& on) {
  return applied(Order::rising, image, options, on);
}
OwnedImage closing_by_reconstruction(const ConstImage& image, const Options& options, const Execution& on) {
  return applied(Order::falling, image, options, on);
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels or a mask"}};
constexpr Output opened[] = {{"image", "the image without bright parts that hold no disk or ball"}};
constexpr Output closed[] = {{"image", "the image without dark parts that hold no disk or ball"}};
constexpr Option option_rows[] = {radius_row, connectivity_row};

Options options_from(const Values& values) {
  return {.radius = value_or<std::int64_t>(values, "radius", 1), .connectivity = connectivity_in(values)};
}

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ImageType type = image_type(name_in(order), types);
  require_flat(name_in(order), {.radius = options_from(values).radius}, type.shape.rank());
  return {type};
}

template <Order order>
Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  apply(order, images[0], outs[0], options_from(values), on);
  return {};
}

}  // namespace

extern constinit const Operator opening_by_reconstruction_row;
constinit const Operator opening_by_reconstruction_row = {
    .name = name_in(Order::rising),
    .summary = "Remove bright parts that hold no disk or ball; keep the outline of the others",
    .inputs = inputs,
    .options = option_rows,
    .outputs = opened,
    .example = "preamar opening_by_reconstruction image.tif --radius 3 -o out.tif",
    .results = results<Order::rising>,
    .run = run<Order::rising>,
};

extern constinit const Operator closing_by_reconstruction_row;
constinit const Operator closing_by_reconstruction_row = {
    .name = name_in(Order::falling),
    .summary = "Fill dark parts that hold no disk or ball; keep the outline of the others",
    .dual_of = "opening_by_reconstruction",
    .inputs = inputs,
    .options = option_rows,
    .outputs = closed,
    .example = "preamar closing_by_reconstruction image.tif --radius 3 -o dual.tif",
    .results = results<Order::falling>,
    .run = run<Order::falling>,
};

}  // namespace preamar
